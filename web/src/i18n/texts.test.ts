import { describe, expect, it } from 'vitest'
import { errorCodes } from '#contract/errors.ts'
import adminDe from '#web/features/admin/texts/de.json' with { type: 'json' }
import adminEn from '#web/features/admin/texts/en.json' with { type: 'json' }
import manageDe from '#web/features/management/texts/de.json' with { type: 'json' }
import manageEn from '#web/features/management/texts/en.json' with { type: 'json' }
import slideshowDe from '#web/features/slideshow/texts/de.json' with { type: 'json' }
import slideshowEn from '#web/features/slideshow/texts/en.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }

type Texts = { [key: string]: string | Texts }
const keysOf = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  )
const textAt = (texts: Texts, key: string): string =>
  String(key.split('.').reduce<Texts | string>((at, part) => (at as Texts)[part] ?? '', texts))
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

describe.each([
  ['of all pages', de, en],
  ['of the admin pages', adminDe, adminEn],
  ['of the management page', manageDe, manageEn],
  ['of the slideshow', slideshowDe, slideshowEn],
] as [string, Texts, Texts][])('the texts %s', (_, german, english) => {
  it('are the same in German and English', () => {
    expect(keysOf(german).sort()).toEqual(keysOf(english).sort())
  })

  it.each(keysOf(english))('%s has the same placeholders in both languages', (key) => {
    expect(textAt(german, key)).not.toBe('')
    expect(textAt(english, key)).not.toBe('')
    expect(placeholders(textAt(german, key))).toEqual(placeholders(textAt(english, key)))
  })
})

it.each([...Object.keys(errorCodes), 'NETWORK'])('the error %s has a sentence in both languages', (code) => {
  expect(de.errors).toHaveProperty(code)
  expect(en.errors).toHaveProperty(code)
})
