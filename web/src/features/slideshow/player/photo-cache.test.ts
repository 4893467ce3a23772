import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPhotoCache } from './photo-cache.ts'

// Without a browser's cache: in memory, with its budget of 64 MB.
const photo = (mega: number) => new Blob([new Uint8Array(mega * 2 ** 20)])
const loop = ['a', 'b', 'c', 'd', 'e']
/** The loop as it continues from a photo. */
const from = (path: string) => () => [...loop.slice(loop.indexOf(path)), ...loop.slice(0, loop.indexOf(path))]

describe('the photo cache', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('stays within its budget: it removes the photo that the loop shows again last', async () => {
    const cache = await openPhotoCache()
    for (const path of ['a', 'b', 'c']) await cache.put(path, photo(20), from(path))
    expect(cache.bytes()).toBe(60 * 2 ** 20)
    await cache.put('d', photo(20), from('d'))
    expect(loop.filter(cache.has)).toEqual(['a', 'b', 'd'])
    await cache.put('e', photo(20), from('e'))
    expect(loop.filter(cache.has)).toEqual(['a', 'b', 'e'])
    expect(cache.bytes()).toBeLessThanOrEqual(cache.budget)
    expect((await cache.get('a'))?.size).toBe(20 * 2 ** 20)
    expect(await cache.get('d')).toBeUndefined()
  })

  it('removes photos that left the feed at once', async () => {
    const cache = await openPhotoCache()
    for (const path of ['a', 'b']) await cache.put(path, photo(1), from(path))
    await cache.retain(new Set(['b', 'z']))
    expect([await cache.get('a'), (await cache.get('b'))?.size, cache.bytes()]).toEqual([undefined, 2 ** 20, 2 ** 20])
  })

  it('keeps no photo that left the feed while it was stored', async () => {
    const stored = new Set<string>()
    let finish: () => void = () => undefined
    const put = async (path: string) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      stored.add(path)
    }
    const browserCache = { keys: async () => [], put, delete: async (path: string) => stored.delete(path) }
    vi.stubGlobal('caches', { open: async () => browserCache })
    const cache = await openPhotoCache()
    const storing = cache.put('a', photo(1), from('a'))
    await vi.waitFor(() => expect(cache.has('a')).toBe(true))
    await cache.retain(new Set(['b']))
    finish()
    await storing
    expect([cache.has('a'), [...stored]]).toEqual([false, []])
  })

  it('doesn’t take a photo that would fill half of the budget', async () => {
    const cache = await openPhotoCache()
    await cache.put('a', photo(20), from('a'))
    await cache.put('b', photo(40), from('b'))
    expect(loop.filter(cache.has)).toEqual(['a'])
  })

  it('works where the browser does not say how much room there is, or throws instead of refusing', async () => {
    vi.stubGlobal('caches', { open: async () => ({ keys: async () => [], put: async () => undefined }) })
    const storages = [undefined, {}, { estimate: () => Promise.reject(new TypeError('no origin')) }]
    for (const storage of storages) {
      vi.stubGlobal('navigator', { storage })
      const cache = await openPhotoCache()
      await cache.put('a', photo(1), from('a'))
      expect([cache.persistent, cache.bytes(), cache.budget]).toEqual([true, 2 ** 20, 150_000_000])
    }
  })

  it('keeps photos in memory where the browser refuses its cache', async () => {
    const refused = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('caches', { open: refused })
    expect((await openPhotoCache()).persistent).toBe(false)
  })
})
