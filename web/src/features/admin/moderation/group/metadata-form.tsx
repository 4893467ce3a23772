import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { characters } from '#web/components/photos/photo.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import dialog from '#web/features/admin/shared/dialog.module.css'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import { sayDone } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './metadata-form.module.css'

interface Metadata {
  readonly groupId: string
  readonly title: string | null
  readonly name: string | null
  readonly year: number
  readonly description: string | null
}

interface MetadataFormProps {
  readonly group: Metadata
  readonly onDone: () => void
  readonly onCancel?: () => void
}

const maxima = { title: limits.title, name: limits.name, description: limits.groupDescription }
const lastYear = () => new Date().getFullYear() + 1

/** The texts and the year of a group. Sends what was changed; the approval stays (D29). */
export const MetadataForm = ({ group, onDone, onCancel }: MetadataFormProps) => {
  const { t } = useTexts()
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const [values, setValues] = useState({
    title: group.title ?? '',
    name: group.name ?? '',
    year: String(group.year),
    description: group.description ?? '',
  })
  const year = Number(values.year)
  const yearValid = /^\d{4}$/.test(values.year) && year >= limits.yearMin && year <= lastYear()
  const excess = (name: keyof typeof maxima) => Math.max(0, characters(values[name]) - maxima[name])
  const changes = {
    ...(values.title.trim() !== (group.title ?? '') && { title: values.title }),
    ...(values.name.trim() !== (group.name ?? '') && { name: values.name }),
    ...(values.description.trim() !== (group.description ?? '') && { description: values.description }),
    ...(year !== group.year && { year }),
  }
  const changed = Object.keys(changes).length > 0
  const valid = yearValid && excess('title') + excess('name') + excess('description') === 0
  const save = useMutation({
    mutationFn: () =>
      adminCall('PATCH /api/admin/groups/{groupId}', { params: { groupId: group.groupId }, body: changes }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['admin'] })
      sayDone(t('group.saved'))
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!changed) return onDone()
    if (valid) save.mutate()
  }
  const field = (name: keyof typeof values) => ({
    id: `group-${name}`,
    size: 'md',
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
    },
    ...(name in maxima && {
      error:
        excess(name as keyof typeof maxima) > 0 &&
        common('texts.tooLong', { count: excess(name as keyof typeof maxima) }),
    }),
  })
  return (
    <form className={style.form} onSubmit={submit}>
      <TextInput {...field('title')} label={common('texts.groupTitle')} autoComplete="off" data-autofocus />
      <div className={style.pair}>
        <TextInput {...field('name')} label={t('group.name')} autoComplete="off" />
        <TextInput
          {...field('year')}
          label={common('texts.year')}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          error={!yearValid && common('texts.yearInvalid', { min: limits.yearMin, max: lastYear() })}
        />
      </div>
      <Textarea
        {...field('description')}
        label={common('texts.description')}
        rows={4}
        classNames={{ input: style.description }}
      />
      <FormError error={save.error} />
      <div className={dialog.actions}>
        {onCancel && (
          <Button variant="default" size="md" onClick={onCancel}>
            {t('app.cancel')}
          </Button>
        )}
        <Button type="submit" size="md" loading={save.isPending} disabled={!valid || !(changed || onCancel)}>
          {t('app.save')}
        </Button>
      </div>
    </form>
  )
}
