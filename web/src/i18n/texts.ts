import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import de from './de.json'
import en from './en.json'
import { preferredLanguage } from './language.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

export const i18n = createInstance()

i18n.on('languageChanged', (language) => {
  document.documentElement.lang = language
})

void i18n.use(initReactI18next).init({
  lng: preferredLanguage(),
  fallbackLng: 'en',
  resources: { de: { translation: de }, en: { translation: en } },
  interpolation: { escapeValue: false },
  initAsync: false,
})
