import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { languages } from './src/i18n/languages.ts'

const read = (path: string): Record<string, object> => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** Of the texts of the pages, what the plain form and the answer to it say. */
const textsIn = (language: string): object => {
  const { app, upload, texts, consents, send, errors: first } = read(`src/i18n/${language}.json`)
  const { sending, done, errors: further } = read(`src/i18n/later/${language}.json`)
  const errors = { ...first, ...further }
  const plainForm = read(`src/features/plain-form/texts/${language}.json`)
  const { exhibition } = read(`src/features/upload/texts/${language}.json`)
  return { app, upload, texts, consents, send, sending, done, errors, plainForm, exhibition }
}

/** Writes the texts from which the server makes the plain form (server/http/plain-form/plain-form.ts). */
export const plainFormTexts = (): Plugin => ({
  name: 'plain-form-texts',
  apply: 'build',
  generateBundle() {
    const source = JSON.stringify(Object.fromEntries(languages.map((language) => [language, textsIn(language)])))
    this.emitFile({ type: 'asset', fileName: 'plain-form.json', source })
  },
})
