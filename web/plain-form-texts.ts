import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { languages } from './src/i18n/languages.ts'

const read = (path: string): Record<string, object> => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** The texts of the pages that the plain form, its answers and the gallery use. */
const textsIn = (language: string): object => {
  const { app, upload, texts, consents, send, errors: first } = read(`src/i18n/${language}.json`)
  const { sending, done, errors: further } = read(`src/i18n/later/${language}.json`)
  const errors = { ...first, ...further }
  const plainForm = read(`src/features/plain-form/texts/${language}.json`)
  const { exhibition, staffLink } = read(`src/features/upload/texts/${language}.json`)
  const gallery = read(`src/features/gallery/texts/${language}.json`)
  const removal = read(`src/features/removal-requests/texts/${language}.json`)
  const { lightbox } = read(`src/components/photos/texts/${language}.json`)
  const sent = { sending, done, errors, plainForm, exhibition, staffLink }
  return { app, upload, texts, consents, send, ...sent, gallery, lightbox, removal }
}

/** Writes the texts from which the server makes the plain form and the gallery (server/http/plain-form/page-texts.ts). */
export const plainFormTexts = (): Plugin => ({
  name: 'plain-form-texts',
  apply: 'build',
  generateBundle() {
    const source = JSON.stringify(Object.fromEntries(languages.map((language) => [language, textsIn(language)])))
    this.emitFile({ type: 'asset', fileName: 'plain-form.json', source })
  },
})
