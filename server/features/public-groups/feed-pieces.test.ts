import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReadyAnswer } from '#server/http/stored-files/ready-answer.ts'
import { createFeedAnswers } from './feed-answers.ts'
import { FeedPieces } from './feed-pieces.ts'
import type { RenderedEntry } from './rendered-entry.ts'

const entry = (number: number, text = ''): RenderedEntry => {
  const groupId = `group ${String(number).padStart(6, '0')}`
  const body = Buffer.from(JSON.stringify({ groupId, text: text.padEnd(40, 'ä') }))
  return { entry: { groupId, date: 1, year: 2026, uploadDate: 2 }, body }
}

/** The pieces with their answers, put in one by one. */
function feed() {
  const pieces = new FeedPieces()
  const answers = createFeedAnswers(pieces)
  const whole = () => {
    const answer = answers.whole()
    if (!isReadyAnswer(answer)) throw new Error('The feed is not ready')
    return answer
  }
  const replace = (before: RenderedEntry | undefined, next: RenderedEntry | undefined) =>
    pieces.replace(before?.entry, next)
  return { replace, whole, page: answers.page, settle: () => pieces.settle() }
}
const idsOf = (body: Buffer): string[] =>
  JSON.parse(body.toString()).groups.map(({ groupId }: { groupId: string }) => groupId)
const sorted = (shown: Iterable<RenderedEntry>) => [...shown].map(({ entry }) => entry.groupId).sort()

describe('the pieces of the feed', () => {
  it('say the same as the sorted entries, whatever came and went before', () => {
    const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.boolean()), { maxLength: 60 })
    fc.assert(
      fc.property(fc.nat(400), changes, (count, list) => {
        const pieces = feed()
        const present = new Map<number, RenderedEntry>()
        const put = (number: number, next: RenderedEntry | undefined) => {
          pieces.replace(present.get(number), next)
          if (next) present.set(number, next)
          else present.delete(number)
        }
        for (let number = 0; number < count; number++) put((number * 7919) % 401, entry((number * 7919) % 401))
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
        const rebuilt = feed()
        for (const each of present.values()) rebuilt.replace(undefined, each)
        expect(rebuilt.whole()).toMatchObject({ etag: whole.etag, body: whole.body })
        expect(idsOf(pieces.page(3, 5).body)).toEqual(sorted(present.values()).slice(3, 8))
      }),
      { numRuns: 12 },
    )
  })

  it('are compressed aside when they are many, and after a change at once', async () => {
    const pieces = feed()
    const entries = Array.from({ length: 2_000 }, (_, number) => entry(number))
    for (const each of entries) pieces.replace(undefined, each)
    const whole = pieces.whole()
    expect(whole.compressed?.()).toBeUndefined()
    await pieces.settle()
    expect(whole.compressed?.()).toBeDefined()
    for (const number of [128, 129, 255, 256, 1_999, 5_000]) {
      pieces.replace(number < 2_000 ? entries[number] : undefined, entry(number, 'changed'))
      const changed = pieces.whole()
      expect(gunzipSync(changed.compressed?.() ?? '').equals(changed.body)).toBe(true)
    }
  })

  it('are sent one after the other when they are too many for one buffer, plain and compressed', async () => {
    const pieces = new FeedPieces()
    for (let number = 0; number < 1_000; number++) pieces.replace(undefined, entry(number))
    const ready = createFeedAnswers(pieces).whole()
    await pieces.settle()
    const answer = createFeedAnswers(pieces, 1_000).whole()
    if (!isReadyAnswer(ready) || isReadyAnswer(answer)) throw new Error('One is ready, the other is not')
    const plain = Buffer.concat([...(answer.plain.read() as Iterable<Buffer>)])
    const gzip = Buffer.concat([...((answer.gzip?.read() ?? []) as Iterable<Buffer>)])
    expect(plain.equals(ready.body)).toBe(true)
    expect(gunzipSync(gzip).equals(ready.body)).toBe(true)
    expect([answer.plain.length, answer.gzip?.length]).toEqual([plain.length, gzip.length])
    expect(answer.etag).toBe(ready.etag)
  })
})
