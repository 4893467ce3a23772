import { within } from '#server/concurrency/within.ts'
import type { ContentChanges } from '#server/ports/content-changes.ts'

/** How long a read waits for the database before it takes what was confirmed lately. */
const timeoutMs = 500

interface Confirmed {
  readonly version: number
  /** When the database was asked, by the stopwatch of this process. */
  readonly at: number
}

/**
 * Adds the version of the content for reads that may be answered from memory during an outage of the database. What this process
 * has changed, tried to change or was told of since the last confirmation makes that one worthless: a commit whose answer is
 * missing may be a withdrawal.
 */
export function withRecentVersion<T extends Pick<ContentChanges, 'version'>>(numbers: T) {
  let confirmed: Confirmed | undefined
  let touchedAt = Number.NEGATIVE_INFINITY

  const recent = (maxAgeMs: number): number | undefined =>
    confirmed && confirmed.at > touchedAt && performance.now() - confirmed.at <= maxAgeMs
      ? confirmed.version
      : undefined

  async function fresh(asked: number, answer: Promise<number>): Promise<number> {
    const found = await answer
    if (confirmed === undefined || asked > confirmed.at) confirmed = { version: found, at: asked }
    return found
  }

  async function freshOrRecent(answer: Promise<number>, maxAgeMs: number): Promise<number> {
    const inTime = answer.catch(() => undefined)
    return (await within(timeoutMs, inTime)) ?? recent(maxAgeMs) ?? answer
  }

  return {
    ...numbers,
    touch() {
      touchedAt = performance.now()
    },
    recentVersion(maxAgeMs: number): number | Promise<number> {
      const answer = numbers.version()
      if (typeof answer === 'number') return answer
      const current = fresh(performance.now(), answer)
      return maxAgeMs === 0 ? current : freshOrRecent(current, maxAgeMs)
    },
  }
}
