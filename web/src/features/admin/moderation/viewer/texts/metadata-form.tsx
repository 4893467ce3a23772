import { Button, Textarea, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextName } from '#contract/group-texts.ts'
import { limits } from '#contract/limits.ts'
import { charactersOver } from '#web/components/group-texts/characters-over.ts'
import type { TextField } from '#web/features/admin/moderation/session/draft.ts'
import dialog from '#web/features/admin/shared/dialog.module.css'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './metadata-form.module.css'
import { isYear, lastYear, type Metadata, useMetadataEdits } from './use-metadata-edits.ts'

interface MetadataFormProps {
  readonly group: Metadata
  readonly onDone: () => void
  /** In a dialog. */
  readonly onCancel?: () => void
}

/** The texts and the year of a group. Sends what was changed; the approval stays (D29). */
export const MetadataForm = ({ group, onDone, onCancel }: MetadataFormProps) => {
  const { t } = useTexts()
  const edits = useMetadataEdits(group, onDone)
  const { save, changed, valid, discard } = edits
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed) return valid && save.mutate()
    discard()
    onDone()
  }
  const cancel = () => {
    discard()
    onCancel?.()
  }
  return (
    <form className={style.form} onSubmit={submit}>
      <Fields edits={edits} />
      <FormError error={save.error} />
      <div className={dialog.actions}>
        {(onCancel || changed) && (
          <Button variant="default" size="md" onClick={cancel}>
            {t(changed ? 'drafts.discard' : 'app.cancel')}
          </Button>
        )}
        <Button type="submit" size="md" loading={save.isPending} disabled={!valid || !(changed || onCancel)}>
          {t('app.save')}
        </Button>
      </div>
    </form>
  )
}

const Fields = ({ edits }: { readonly edits: ReturnType<typeof useMetadataEdits> }) => {
  const { t } = useTexts()
  const { t: common } = useTranslation()
  const field = (name: TextField) => ({
    id: `group-${name}`,
    size: 'md',
    autoComplete: 'off',
    value: edits.value(name),
    onChange: (event: { currentTarget: { value: string } }) => edits.set(name, event.currentTarget.value),
  })
  const text = (name: TextName) => {
    const over = charactersOver(name, edits.value(name))
    return { ...field(name), error: over > 0 && common('texts.tooLong', { count: over }) }
  }
  const yearError =
    !isYear(edits.value('year')) && common('texts.yearInvalid', { min: limits.yearMin, max: lastYear() })
  const description = { label: common('texts.description'), rows: 4, classNames: { input: style.description ?? '' } }
  return (
    <>
      <TextInput {...text('title')} label={common('texts.title')} data-autofocus />
      <div className={style.pair}>
        <TextInput {...text('name')} label={t('group.name')} />
        <TextInput
          {...field('year')}
          label={common('texts.year')}
          inputMode="numeric"
          maxLength={4}
          error={yearError}
        />
      </div>
      <Textarea {...text('description')} {...description} />
    </>
  )
}
