import { describe, expect, it } from 'vitest'
import { openKeptPhotos } from './photo-cache.ts'

// Without a browser's cache: in memory, with its budget of 64 MB.
const photo = (mega: number) => new Blob([new Uint8Array(mega * 2 ** 20)])
const loop = ['a', 'b', 'c', 'd', 'e']
/** The loop as it goes on from a photo. */
const from = (path: string) => () => [...loop.slice(loop.indexOf(path)), ...loop.slice(0, loop.indexOf(path))]

describe('kept photos', () => {
  it('stay within their bytes; the one goes that the loop shows again last', async () => {
    const kept = await openKeptPhotos()
    for (const path of ['a', 'b', 'c']) await kept.put(path, photo(20), from(path))
    expect(kept.bytes()).toBe(60 * 2 ** 20)
    await kept.put('d', photo(20), from('d'))
    expect(loop.filter(kept.has)).toEqual(['a', 'b', 'd'])
    await kept.put('e', photo(20), from('e'))
    expect(loop.filter(kept.has)).toEqual(['a', 'b', 'e'])
    expect(kept.bytes()).toBeLessThanOrEqual(kept.budget)
    expect((await kept.get('a'))?.size).toBe(20 * 2 ** 20)
    expect(await kept.get('d')).toBeUndefined()
  })

  it('that left the feed go at once', async () => {
    const kept = await openKeptPhotos()
    for (const path of ['a', 'b']) await kept.put(path, photo(1), from(path))
    await kept.retain(new Set(['b', 'z']))
    expect([await kept.get('a'), (await kept.get('b'))?.size, kept.bytes()]).toEqual([undefined, 2 ** 20, 2 ** 20])
  })

  it('are not given up for one that would fill half of the room', async () => {
    const kept = await openKeptPhotos()
    await kept.put('a', photo(20), from('a'))
    await kept.put('b', photo(40), from('b'))
    expect(loop.filter(kept.has)).toEqual(['a'])
  })
})
