import { Button, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { characters } from '#web/components/photos/photo.ts'
import dialog from '#web/features/admin/shared/dialog.module.css'
import style from './metadata-form.module.css'
import { SuggestedReasons } from './suggested-reasons.tsx'

interface NoteFormProps {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly save: string
  readonly stored: string | null
  /** Undefined until something is typed. */
  readonly typed: string | undefined
  readonly onType: (text: string) => void
  readonly saving?: boolean
  readonly onSave: (text: string) => void
}

/** The moderators' note to the owner (D73). */
export const NoteForm = (props: NoteFormProps) => {
  const { id, label, description, save, stored, typed, saving = false, onType, onSave } = props
  const { t: common } = useTranslation()
  const text = typed ?? stored ?? ''
  const excess = Math.max(0, characters(text) - limits.moderationNote)
  const unchanged = text.trim() === (stored ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (excess === 0 && !unchanged) onSave(text)
  }
  return (
    <form className={style.form} onSubmit={submit}>
      <SuggestedReasons text={text} onText={onType} fieldId={id} />
      <Textarea
        id={id}
        size="md"
        rows={3}
        label={label}
        description={description}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        error={excess > 0 && common('texts.tooLong', { count: excess })}
        data-autofocus
      />
      <div className={dialog.actions}>
        <Button type="submit" size="md" loading={saving} disabled={excess > 0 || unchanged}>
          {save}
        </Button>
      </div>
    </form>
  )
}
