import { expect, it } from 'vitest'

type Texts = { [key: string]: string | Texts }
const english = import.meta.glob<Texts>(
  // Those of the plain form and the gallery are the server's.
  [
    './en.json',
    './later/en.json',
    '../components/*/texts/en.json',
    '../features/*/texts/en.json',
    '!../features/plain-form/**',
    '!../features/gallery/**',
  ],
  { eager: true, import: 'default' },
)
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '../../*.ts', '!../**/*.test.ts'], {
  eager: true,
  import: 'default',
  query: '?raw',
})
const code = Object.values(sources).join('\n')

const keysOf = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  )
const isNamed = (key: string) => [`${key}'`, `${key}"`, `${key}\``].some((written) => code.includes(written))
/** The end of a key may come from a variable. */
const isBegun = (folder: string) => code.includes(`${folder}.\${`) || code.includes(`${folder}'`)

const isUsed = (key: string): boolean => {
  const parts = key.replace(/_(zero|one|two|few|many|other)$/, '').split('.')
  const folders = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'))
  return isNamed(parts.join('.')) || folders.some(isBegun)
}

it.each(Object.entries(english))('uses each text of %s', (_, texts) => {
  expect(keysOf(texts).filter((key) => !isUsed(key))).toEqual([])
})
