import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { consentTextTypes, settingLimits } from '#contract/settings/setting-limits.ts'
import type { ConsentTexts } from '#contract/settings/site-settings.ts'
import { type Language, languages } from '#contract/site/languages.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { i18n } from '#web/i18n/i18n.ts'
import { languageNames } from '#web/i18n/languages.ts'
import { Choice } from './form.tsx'

/** The language of the texts that are edited, and the field that chooses it. */
export const useTextLanguage = () => {
  const [language, setLanguage] = useState<Language>(i18n.language === 'de' ? 'de' : 'en')
  const select = (
    <Choice
      label={t('settings.language')}
      value={language}
      values={languages}
      textOf={(each) => languageNames[each]}
      onChange={setLanguage}
    />
  )
  return { language, select }
}

interface ConsentTextFieldsProps {
  readonly texts: ConsentTexts | null | undefined
  readonly language: Language
  /** Of a text, by its language and type. */
  readonly errorOf: (text: string) => string | undefined
  /** With what was typed alone. */
  readonly onChange: (typed: ConsentTexts) => void
}

/** The wording of the consents in one language. */
export const ConsentTextFields = ({ texts, language, errorOf, onChange }: ConsentTextFieldsProps) =>
  consentTextTypes.map((type) => (
    <Textarea
      key={type}
      autosize
      minRows={2}
      maxLength={settingLimits.consentText}
      label={t(`settings.consent.${type}`, { name: '{{name}}' })}
      value={texts?.[language]?.[type] ?? ''}
      error={errorOf(`${language}.${type}`)}
      onChange={(event) => onChange({ [language]: { [type]: event.currentTarget.value } })}
    />
  ))
