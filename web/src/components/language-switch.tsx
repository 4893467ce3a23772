import { Button } from '@mantine/core'
import { i18n } from '#web/i18n/i18n.ts'
import { adminLanguages, languageNames } from '#web/i18n/languages.ts'
import { changeLanguage } from '#web/i18n/texts.ts'

/** Offers the other language of the admin pages, in that language. */
export const LanguageSwitch = () => {
  const other = adminLanguages.find((language) => language !== i18n.language) ?? 'en'
  return (
    <Button variant="subtle" color="gray" px="sm" lang={other} onClick={() => changeLanguage(other)}>
      {languageNames[other]}
    </Button>
  )
}
