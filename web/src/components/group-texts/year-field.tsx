import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isValidYear, yearRange } from './valid-year.ts'

export const YearField = ({ value, onChange }: { value: string; onChange: (year: string) => void }) => {
  const { t } = useTranslation()
  return (
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
}
