import { Button, Group, Textarea } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { characters } from '#web/components/photos/photo.ts'
import { sentBy } from '#web/features/admin/shared/form/form.tsx'
import { t } from '#web/features/admin/texts/texts.ts'

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
  const text = typed ?? stored ?? ''
  const excess = Math.max(0, characters(text) - limits.moderationNote)
  const canSave = excess === 0 && text.trim() !== (stored ?? '')
  const suggest = (next: string) => {
    if (next !== text) onType(next)
    document.getElementById(id)?.focus()
  }
  return (
    <form className="form" onSubmit={sentBy(() => canSave && onSave(text))}>
      <SuggestedReasons text={text} onText={suggest} />
      <Textarea
        id={id}
        rows={3}
        label={label}
        description={description}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        error={excess > 0 && t('texts.tooLong', { count: excess })}
        data-autofocus
      />
      <div className="actions" data-end>
        <Button type="submit" size="md" loading={saving} disabled={!canSave}>
          {save}
        </Button>
      </div>
    </form>
  )
}

const reasons = ['faces', 'notFromHere', 'similar'] as const

/** The most common notes to owners, to choose and edit. */
const SuggestedReasons = ({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) => {
  const sentences = reasons.map((reason) => t(`suggestedReasons.${reason}.text`))
  const isOwn = text.trim() !== '' && !sentences.includes(text.trim())
  const withReason = (sentence = '') => {
    if (!isOwn) return sentence
    return sentence === '' || text.includes(sentence) ? text : `${text.trim()} ${sentence}`
  }
  const labels = [...reasons.map((reason) => t(`suggestedReasons.${reason}.label`)), t('suggestedReasons.other')]
  return (
    <Group component="fieldset" gap={8} m={0} p={0} bd={0} aria-label={t('suggestedReasons.title')}>
      {labels.map((label, index) => (
        <Button key={label} variant="default" onClick={() => onText(withReason(sentences[index]))}>
          {label}
        </Button>
      ))}
    </Group>
  )
}
