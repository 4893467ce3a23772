import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#web/i18n/language.ts'
import { changeLanguage } from '#web/i18n/texts.ts'

const names: Record<Language, string> = { de: 'Deutsch', en: 'English' }

/** Offers the other language, in that language. */
export const LanguageSwitch = () => {
  const { i18n } = useTranslation()
  const other = languages.find((language) => language !== i18n.language) ?? 'en'
  return (
    <Button variant="subtle" color="gray" h={44} px="sm" lang={other} onClick={() => changeLanguage(other)}>
      {names[other]}
    </Button>
  )
}
