import { describe, expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [999, '999 B'],
    [1_000, '1 KB'],
    [1_500, '1.5 KB'],
    [1_234_567, '1.23 MB'],
    [999_999, '1 MB'],
    [10 ** 9, '1 GB'],
    [2_048 * 10 ** 9, '2048 GB'],
  ])('%d bytes: %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})
