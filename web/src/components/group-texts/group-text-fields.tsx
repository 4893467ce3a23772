import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { formFields, groupTexts, type TextName } from '#contract/texts/group-texts.ts'
import { t } from '#web/i18n/i18n.ts'
import style from './group-text-fields.module.css'
import { charactersOver, isValidYear, yearRange } from './valid-texts.ts'

interface GroupTextFieldsProps {
  readonly texts: Readonly<Record<TextName, string>>
  readonly onText: (name: TextName, text: string) => void
  /** Beside the last of the short texts. */
  readonly year?: ReactNode
  /** What the name is called where it is that of another person, which no browser fills in. */
  readonly othersName?: string
  readonly omit?: TextName | undefined
}

const names = formFields.filter((field) => field !== 'year')

/** An input for each text of a group, its id is `text-<name>`. */
export const GroupTextFields = ({ texts, onText, year, othersName, omit }: GroupTextFieldsProps) => {
  const shown = names.filter((name) => name !== omit)
  const besideYear = shown.findLast((name) => !groupTexts[name].isLong)
  const field = (name: TextName) => {
    const over = charactersOver(name, texts[name])
    return {
      id: `text-${name}`,
      label: name === 'name' && othersName ? othersName : t(`texts.${name}`),
      value: texts[name],
      autoComplete: name === 'name' && !othersName ? 'name' : 'off',
      // In a dialog.
      'data-autofocus': name === names[0] || undefined,
      error: over > 0 && t('texts.tooLong', { count: over }),
      onChange: (event: { currentTarget: { value: string } }) => onText(name, event.currentTarget.value),
    }
  }
  return (
    <>
      {shown.map((name) => (
        <div key={name} className={`stack ${style.row}`}>
          {groupTexts[name].isLong ? (
            <Textarea {...field(name)} rows={3} classNames={{ input: style.long }} />
          ) : (
            <TextInput {...field(name)} />
          )}
          {name === besideYear && year}
        </div>
      ))}
    </>
  )
}

export const YearField = ({ value, onChange }: { value: string; onChange: (year: string) => void }) => (
  <TextInput
    id="text-year"
    label={t('texts.year')}
    error={!isValidYear(value) && t('texts.yearInvalid', yearRange())}
    inputMode="numeric"
    autoComplete="off"
    maxLength={4}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
