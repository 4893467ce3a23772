import { describe, expect, it } from 'vitest'
import { formatBytes } from './present-deletion.ts'

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [1_023, '1023 B'],
    [1_024, '1 KB'],
    [1_536, '1.5 KB'],
    [2 ** 20 - 1, '1 MB'],
    [2 ** 20, '1 MB'],
    [5.25 * 2 ** 20, '5.25 MB'],
    [2 ** 30, '1 GB'],
    [2 ** 41, '2048 GB'],
  ])('%d bytes: %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words)
  })
})
