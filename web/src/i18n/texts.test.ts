import { describe, expect, it } from 'vitest'
import { errorCodes } from '#contract/operation/errors.ts'
import { adminLanguages, type Language, languages } from './languages.ts'

type Texts = { [key: string]: string | Texts }
const files = import.meta.glob<Texts>(
  ['./*.json', './later/*.json', '../components/*/texts/*.json', '../features/*/texts/*.json'],
  {
    eager: true,
    import: 'default',
  },
)
const read = (folder: string, language: Language): Texts => {
  const texts = files[`${folder}/${language}.json`]
  if (!texts) throw new Error(`No texts in ${folder} for ${language}`)
  return texts
}
const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flat(value, `${path}${key}.`),
  )
const placeholders = (text = '') => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))].sort()

const isNumber = (name = '') => name === 'count' || name === 'formatted'
const pluralSuffix = /_(zero|one|two|few|many|other)$/
/** The forms that a language has for 1 to 1,000. */
const formsOf = (language: Language): string[] => {
  const rules = new Intl.PluralRules(language)
  return [...new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n + 1)))]
}
/** English has the forms `one` and `other`; others have their own in their place. */
const keysIn = (english: Texts, language: Language): string[] =>
  flat(english).flatMap(([key]) => {
    if (!/_(one|other)$/.test(key)) return [key]
    const forms = [...new Set([...formsOf(language), 'other'])]
    return key.endsWith('_other') ? forms.map((form) => key.replace(pluralSuffix, `_${form}`)) : []
  })

const pages = [
  ['of all pages', '.', languages],
  ['of all pages that load later', './later', languages],
  ['of the management page', '../features/management/texts', languages],
  ['of enlarged photos and captions', '../components/photos/texts', languages],
  ['of the parts of the upload page that load later', '../features/upload/texts', languages],
  ['of the pages for removal requests', '../features/removal-requests/texts', languages],
  ['of the redaction', '../components/redaction/texts', languages],
  ['of the gallery', '../features/gallery/texts', languages],
  ['of the plain form', '../features/plain-form/texts', languages],
  ['of the admin pages', '../features/admin/texts', adminLanguages],
  ['of the slideshow', '../features/slideshow/texts', adminLanguages],
] as const

describe.each(pages.flatMap(([name, folder, all]) => all.map((language) => [name, language, folder] as const)))(
  'the texts %s in %s',
  (_, language, folder) => {
    const english = read(folder, 'en')
    const texts = new Map(flat(read(folder, language)))
    const englishTexts = new Map(flat(english))

    it('have the keys of the English ones, with the plural forms of the language', () => {
      expect([...texts.keys()].sort()).toEqual(keysIn(english, language).sort())
    })

    it('have the placeholders of the English ones, and no empty text', () => {
      for (const [key, text] of texts) {
        expect(text.trim(), key).not.toBe('')
        const plural = pluralSuffix.test(key)
        const model = englishTexts.get(plural ? key.replace(pluralSuffix, '_other') : key)
        // A form for one number alone may say it in a word.
        const names = (of?: string) => placeholders(of).filter((name) => !plural || !isNumber(name))
        if (key !== 'send.button_zero') expect(names(text), key).toEqual(names(model))
      }
    })

    it('have typographic apostrophes', () => {
      expect([...texts].filter(([, text]) => /\p{L}'\p{L}/u.test(text))).toEqual([])
    })

    it('name the number where a form is for several', () => {
      const rules = new Intl.PluralRules(language)
      const numbers = Array.from({ length: 1000 }, (_, n) => n + 1)
      const forms = Map.groupBy(numbers, (n): string => rules.select(n))
      for (const [key, text] of texts) {
        const [, form = ''] = pluralSuffix.exec(key) ?? []
        const several = (forms.get(form)?.length ?? 0) > 1
        // Where English names none, the number is shown beside the text.
        const named = placeholders(englishTexts.get(key.replace(pluralSuffix, '_other'))).some(isNumber)
        if (several && named) expect(placeholders(text).some(isNumber), key).toBe(true)
        // Else nothing says how many: 21 photos, which are `one` in Ukrainian, are as many as 25.
        else if (several) expect(text, key).toBe(texts.get(key.replace(pluralSuffix, '_other')))
      }
    })
  },
)

it.each([...Object.keys(errorCodes), 'NETWORK'])(
  'the error %s has a sentence, among those of all pages or of the admin pages',
  (code) => {
    const sentences = {
      ...(read('.', 'en').errors as Texts),
      ...(read('./later', 'en').errors as Texts),
      ...(read('../features/admin/texts', 'en').errors as Texts),
    }
    expect(sentences).toHaveProperty(code)
  },
)
