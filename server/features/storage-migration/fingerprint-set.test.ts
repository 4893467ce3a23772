import { expect, it } from 'vitest'
import { FingerprintSet } from './fingerprint-set.ts'

it('FingerprintSet knows whether it contains a text', () => {
  const set = new FingerprintSet()
  const texts = Array.from({ length: 5_000 }, (_, index) => `${index}.jpg`)
  expect(texts.filter((text) => !set.add(text))).toEqual([])
  expect(texts.filter((text) => set.add(text))).toEqual([])
  expect(set.add('5000.jpg')).toBe(true)
})
