import { Button, Textarea, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import type { TextField } from '#web/features/admin/moderation/drafts/draft.ts'
import dialog from '#web/features/admin/shared/dialog.module.css'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './metadata-form.module.css'
import { lastYear, type Metadata, useMetadataEdits } from './use-metadata-edits.ts'

interface MetadataFormProps {
  readonly group: Metadata
  readonly onDone: () => void
  /** In a dialog. */
  readonly onCancel?: () => void
}

/** The texts and the year of a group. Sends what was changed; the approval stays (D29). */
export const MetadataForm = ({ group, onDone, onCancel }: MetadataFormProps) => {
  const { t } = useTexts()
  const { t: common } = useTranslation()
  const edits = useMetadataEdits(group, onDone)
  const { save, yearValid } = edits
  const field = (name: TextField | 'year') => ({
    id: `group-${name}`,
    size: 'md',
    value: edits.values[name],
    onChange: (event: { currentTarget: { value: string } }) => edits.set(name, event.currentTarget.value),
  })
  const text = (name: TextField) => {
    const count = edits.excess(name)
    return { ...field(name), error: count > 0 && common('texts.tooLong', { count }) }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!edits.changed) {
      edits.discard()
      return onDone()
    }
    if (edits.valid) save.mutate()
  }
  const discard = () => {
    edits.discard()
    onCancel?.()
  }
  const yearError = !yearValid && common('texts.yearInvalid', { min: limits.yearMin, max: lastYear() })
  return (
    <form className={style.form} onSubmit={submit}>
      <TextInput {...text('title')} label={common('texts.groupTitle')} autoComplete="off" data-autofocus />
      <div className={style.pair}>
        <TextInput {...text('name')} label={t('group.name')} autoComplete="off" />
        <TextInput
          {...field('year')}
          label={common('texts.year')}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          error={yearError}
        />
      </div>
      <Textarea
        {...text('description')}
        label={common('texts.description')}
        rows={4}
        classNames={{ input: style.description }}
      />
      <FormError error={save.error} />
      <div className={dialog.actions}>
        {(onCancel || edits.changed) && (
          <Button variant="default" size="md" onClick={discard}>
            {t(edits.changed ? 'drafts.discard' : 'app.cancel')}
          </Button>
        )}
        <Button
          type="submit"
          size="md"
          loading={save.isPending}
          disabled={!edits.valid || !(edits.changed || onCancel)}
        >
          {t('app.save')}
        </Button>
      </div>
    </form>
  )
}
