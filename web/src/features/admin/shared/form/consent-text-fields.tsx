import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { consentTextTypes, settingLimits } from '#contract/settings/setting-limits.ts'
import type { ConsentTexts } from '#contract/settings/site-settings.ts'
import { type Language, languages } from '#contract/site/languages.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { i18n } from '#web/i18n/i18n.ts'
import { languageNames } from '#web/i18n/languages.ts'
import { Choice } from './form.tsx'

/** Texts by language with one of them set, or without it; null for none at all. */
export const withText = <T extends object>(texts: T | null, language: Language, text: unknown): T | null => {
  const { [language]: _, ...others } = (texts ?? {}) as Record<string, unknown>
  const all = text === undefined ? others : { ...others, [language]: text }
  return Object.keys(all).length === 0 ? null : (all as T)
}

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
  readonly texts: ConsentTexts | null
  readonly language: Language
  readonly onChange: (texts: ConsentTexts | null) => void
}

/** The wording of the consents in one language. */
export const ConsentTextFields = ({ texts, language, onChange }: ConsentTextFieldsProps) => {
  const own = texts?.[language] ?? {}
  const set = (type: (typeof consentTextTypes)[number], text: string) => {
    const { [type]: _, ...others } = own
    const all = text === '' ? others : { ...others, [type]: text }
    onChange(withText(texts, language, Object.keys(all).length === 0 ? undefined : all))
  }
  return consentTextTypes.map((type) => (
    <Textarea
      key={type}
      autosize
      minRows={2}
      maxLength={settingLimits.consentText}
      label={t(`settings.consent.${type}`, { name: '{{name}}' })}
      value={own[type] ?? ''}
      onChange={(event) => set(type, event.currentTarget.value)}
    />
  ))
}
