import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinCrc } from './joined-gzip.ts'

describe('joinCrc', () => {
  it('returns the CRC of both texts together', () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(joinCrc(crc32(a), crc32(b), b.length)).toBe(crc32(Buffer.concat([a, b])))
      }),
    )
    const long = Buffer.alloc(3_000_000, 'long')
    expect(joinCrc(crc32('a'), crc32(long), long.length)).toBe(crc32(Buffer.concat([Buffer.from('a'), long])))
  })
})
