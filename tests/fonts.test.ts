import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const letters = new Set(
  globSync('web/src/{i18n/**,components/*/texts,features/*/texts}/*.json').flatMap((file) => [
    ...readFileSync(file, 'utf8').replace(/\s/g, ''),
  ]),
)
const hex = (digits: string) => Number.parseInt(digits, 16)
const ranges = [...readFileSync('web/src/fonts/fonts.css', 'utf8').matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(
  ([, first = '', last = first]) => ({ first: hex(first), last: hex(last) }),
)
const isShipped = (letter: string) =>
  ranges.some(({ first, last }) => first <= (letter.codePointAt(0) ?? 0) && (letter.codePointAt(0) ?? 0) <= last)

/** Arabic and Persian are set in fonts of the device. */
const ofOtherFonts = /[\p{Script=Arabic}\p{Mark}،؛؟ـ\u200c\u200f\u2060]/u

it('the shipped parts of the font have each letter of the texts in all twelve languages', () => {
  expect(letters.size).toBeGreaterThan(200)
  expect([...letters].filter((letter) => !ofOtherFonts.test(letter) && !isShipped(letter))).toEqual([])
})
