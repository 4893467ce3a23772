import { useTranslation } from 'react-i18next'
import { offeredLanguages } from '#web/i18n/language.ts'
import { languageNames, languages } from '#web/i18n/languages.ts'
import { changeLanguage } from '#web/i18n/texts.ts'
import style from './language-select.module.css'

const offered = offeredLanguages()

/** The languages of the visitors' pages, each in its own. */
export const LanguageSelect = () => {
  const { t, i18n } = useTranslation()
  if (offered.length < 2) return null
  const choose = (value: string) => {
    const language = languages.find((each) => each === value)
    if (language) void changeLanguage(language)
  }
  return (
    <select
      className={style.select}
      aria-label={t('app.language')}
      value={i18n.language}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {offered.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  )
}
