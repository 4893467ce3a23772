import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createFeedPieces, type Entry } from './feed-pieces.ts'
import { readyJson, tagOf } from './ready-json.ts'

const entry = (number: number, text = ''): Entry => {
  const groupId = `group ${String(number).padStart(6, '0')}`
  const body = Buffer.from(JSON.stringify({ groupId, text: text.padEnd(40, 'ä') }))
  return { groupId, order: ['2026-01-01', 2026, '2026-01-01', groupId], answer: readyJson(tagOf(body), body) }
}
const idsOf = (body: Buffer): string[] => JSON.parse(body.toString()).groups.map((each: Entry) => each.groupId)
const sorted = (entries: Iterable<Entry>) => [...entries].map(({ groupId }) => groupId).sort()

describe('the pieces of the feed', () => {
  it('say the same as the sorted entries, whatever came and went before', () => {
    const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.boolean()), { maxLength: 60 })
    fc.assert(
      fc.property(fc.nat(900), changes, (count, list) => {
        const pieces = createFeedPieces()
        const present = new Map<number, Entry>()
        const put = (number: number, next: Entry | undefined) => {
          pieces.replace(present.get(number), next)
          if (next) present.set(number, next)
          else present.delete(number)
        }
        for (let number = 0; number < count; number++) put((number * 7919) % 901, entry((number * 7919) % 901))
        pieces.whole().compressed?.()
        for (const [number, shown] of list) {
          put(number, shown ? entry(number, 'changed') : undefined)
          if (number % 10 === 0) pieces.whole().compressed?.()
        }

        const whole = pieces.whole()
        expect(idsOf(whole.body)).toEqual(sorted(present.values()))
        expect(JSON.parse(whole.body.toString()).totalCount).toBe(present.size)
        const gzip = whole.compressed?.()
        if (gzip) expect(gunzipSync(gzip).equals(whole.body)).toBe(true)
        const afresh = createFeedPieces()
        for (const each of present.values()) afresh.replace(undefined, each)
        expect(afresh.whole()).toMatchObject({ etag: whole.etag, body: whole.body })
        expect(idsOf(pieces.page(3, 5).body)).toEqual(sorted(present.values()).slice(3, 8))
      }),
      { numRuns: 40 },
    )
  })

  it('are compressed aside when they are many, and after a change at once', async () => {
    const pieces = createFeedPieces()
    const entries = Array.from({ length: 2_000 }, (_, number) => entry(number))
    for (const each of entries) pieces.replace(undefined, each)
    const whole = pieces.whole()
    expect(whole.compressed?.()).toBeUndefined()
    await vi.waitFor(() => expect(whole.compressed?.()).toBeDefined())
    for (const number of [128, 129, 255, 256, 1_999, 5_000]) {
      pieces.replace(number < 2_000 ? entries[number] : undefined, entry(number, 'changed'))
      const changed = pieces.whole()
      expect(gunzipSync(changed.compressed?.() ?? '').equals(changed.body)).toBe(true)
    }
  })
})
