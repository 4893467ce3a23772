import { Button } from '@mantine/core'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './suggested-reasons.module.css'

const reasons = ['faces', 'notFromHere', 'alike'] as const

interface SuggestedReasonsProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** The field that gets the focus for another reason. */
  readonly fieldId: string
}

/** The most common notes to owners, to choose and edit. */
export const SuggestedReasons = ({ text, onText, fieldId }: SuggestedReasonsProps) => {
  const { t } = useTexts()
  const sentences = reasons.map((reason) => t(`suggestedReasons.${reason}.text`))
  const isOwn = text.trim() !== '' && !sentences.includes(text.trim())
  const choose = (sentence: string) => {
    if (!isOwn) onText(sentence)
    else if (sentence !== '' && !text.includes(sentence)) onText(`${text.trim()} ${sentence}`)
    document.getElementById(fieldId)?.focus()
  }
  const labels = [...reasons.map((reason) => t(`suggestedReasons.${reason}.label`)), t('suggestedReasons.other')]
  return (
    <fieldset className={style.reasons} aria-label={t('suggestedReasons.title')}>
      {labels.map((label, index) => (
        <Button key={label} h={44} variant="default" onClick={() => choose(sentences[index] ?? '')}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
