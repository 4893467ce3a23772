import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withFileBytes } from '#server/adapters/images/metadata/file-bytes.ts'

const wanted = Buffer.from('moov')

it.each([-4, -3, -2, -1, 0])(
  'search finds what begins %i bytes from the place where the next part is read',
  async (at) => {
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-bytes-'))
    try {
      const place = 3 * 256 * 1024 + at
      const bytes = Buffer.alloc(2 ** 20)
      wanted.copy(bytes, place)
      await writeFile(join(folder, 'file'), bytes)
      const search = (start: number) =>
        withFileBytes(join(folder, 'file'), (file) => file.search(wanted, { start, end: bytes.length }))
      expect([search(0), search(place), search(place + 1)]).toEqual([place, place, bytes.length])
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
