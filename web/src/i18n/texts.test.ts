import { expect, it } from 'vitest'
import { errorCodes } from '#contract/errors.ts'
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

it('German and English have the same texts', () => {
  expect(keysOf(de).sort()).toEqual(keysOf(en).sort())
})

it.each(keysOf(en))('%s has a text with the same placeholders in both languages', (key) => {
  expect(textAt(de, key)).not.toBe('')
  expect(textAt(en, key)).not.toBe('')
  expect(placeholders(textAt(de, key))).toEqual(placeholders(textAt(en, key)))
})

it.each([...Object.keys(errorCodes), 'NETWORK'])('the error %s has a sentence in both languages', (code) => {
  expect(de.errors).toHaveProperty(code)
  expect(en.errors).toHaveProperty(code)
})
