import { latinDigits } from '#contract/site/languages.ts'

/** Letters that cannot be mistaken for a digit or for each other. */
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
/** Codes with one digit after the hyphen: `K7-3`. Each further digit gives ten times as many. */
const shortest = letters.length * 100
const longestEnding = 7
/** Shares no factor with the number of codes: neighbouring photos get codes that look different. */
const step = 1_000_003

/** How many codes have this many digits after the hyphen, and how many ids come before them. */
function classes(): { size: number; before: number }[] {
  const sizes = Array.from({ length: longestEnding }, (_, index) => shortest * 10 ** index)
  return sizes.map((size, index) => ({ size, before: sizes.slice(0, index).reduce((sum, each) => sum + each, 0) }))
}
const lengths = classes()

/** The inverse of a multiplication by `step` modulo the size. */
function inverseOf(size: bigint): bigint {
  let [a, b, x, y] = [BigInt(step) % size, size, 1n, 0n]
  while (a > 1n) {
    const quotient = a / b
    ;[a, b, x, y] = [b, a % b, y, x - quotient * y]
  }
  return ((x % size) + size) % size
}

/**
 * The short code that a screen shows with a photo (D70). It depends on the id alone, so it is unique, the same on
 * every replica and costs the feed nothing.
 */
export function photoCodeOf(imageId: number): string {
  const digits = lengths.findIndex(({ size, before }) => imageId - 1 < before + size)
  const { size, before } = lengths[digits] as (typeof lengths)[number]
  const index = ((imageId - 1 - before) * step) % size
  const numbers = String(index % (size / letters.length)).padStart(digits + 2, '0')
  return `${letters[Math.floor(index / (size / letters.length))]}${numbers[0]}-${numbers.slice(1)}`
}

/** Cyrillic letters that look like Latin ones. */
const lookalikes = new Map(Array.from('АВСЕНКМРТУХІО', (letter, index) => [letter, 'ABCEHKMPTYXIO'[index]]))
const latinOf = (typed: string): string =>
  latinDigits(typed.toUpperCase()).replace(/[А-ЯІ]/g, (letter) => lookalikes.get(letter) ?? letter)

/** The id behind a code, however it was typed: `k7 3`, `K7–3`, `KO-3`. undefined when it is no code. */
export function imageIdOfCode(typed: string): number | undefined {
  const [letter = '', ...rest] = latinOf(typed).replace(/[^\p{L}\p{N}]/gu, '')
  const numbers = rest.join('').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const length = lengths[numbers.length - 2]
  if (length === undefined || !letters.includes(letter) || letter === '' || !/^[0-9]+$/.test(numbers)) return undefined
  const size = BigInt(length.size)
  const index = BigInt(letters.indexOf(letter)) * (size / BigInt(letters.length)) + BigInt(numbers)
  return Number((index * inverseOf(size)) % size) + length.before + 1
}
