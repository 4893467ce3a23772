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
  const choose = (sentence: string) => {
    const own = text.trim() !== '' && !sentences.includes(text.trim())
    if (!text.includes(sentence)) onText(own ? `${text.trim()} ${sentence}` : sentence)
    document.getElementById(fieldId)?.focus()
  }
  return (
    <fieldset className={style.reasons} aria-label={t('suggestedReasons.title')}>
      {reasons.map((reason) => (
        <Button key={reason} h={44} variant="default" onClick={() => choose(t(`suggestedReasons.${reason}.text`))}>
          {t(`suggestedReasons.${reason}.label`)}
        </Button>
      ))}
      <Button
        h={44}
        variant="default"
        onClick={() => {
          if (sentences.includes(text.trim())) onText('')
          document.getElementById(fieldId)?.focus()
        }}
      >
        {t('suggestedReasons.other')}
      </Button>
    </fieldset>
  )
}
