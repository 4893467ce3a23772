import { singleFlight } from './single-flight.ts'

export interface ServedCount<T> {
  readonly value: T
  /** ISO 8601; null if it is exact. */
  readonly countedAt: string | null
}

interface Counted<T> {
  readonly value: T
  readonly at: Date
  readonly version: string
  readonly tookMs: number
}

interface CachedCount<T> {
  readonly count: () => Promise<T>
  /** Changes whenever the count may have changed. */
  readonly version: () => string | Promise<string>
  /** Whether there are enough rows that a slow count may be kept. A slow machine alone is no reason. */
  readonly isLarge: () => boolean | Promise<boolean>
  readonly now: () => Date
  /** Keeps a slow count across a restart, so that the first request after a start does not wait. */
  readonly stored?: StoredCount
  /** A slow count is repeated after this many times its duration. */
  readonly share?: number
  readonly elapsedMs?: () => number
}

export interface StoredCount {
  read(): Promise<string | undefined>
  write(text: string): Promise<void>
}

/** From this number of rows on a count may be kept. */
export const largeTableRows = 50_000

/** Counts up to this duration are always exact. */
const quickMs = 100
/** A slow count takes at most a twentieth of the time. */
const usualShare = 20

/**
 * Serves a count: exact while counting is quick. If counting takes longer, serves the last count while it is counted
 * again in the background, so that only the first caller waits.
 */
export function staleWhileRevalidate<T>(cachedCount: CachedCount<T>) {
  const { count, version, isLarge, now, stored, share = usualShare, elapsedMs = () => performance.now() } = cachedCount
  let kept: Counted<T> | undefined
  let countedUntil = 0
  let restored: Promise<void> | undefined

  const start = singleFlight(async (): Promise<Counted<T>> => {
    const began = elapsedMs()
    const [counted, at] = [await version(), now()]
    kept = { value: await count(), at, version: counted, tookMs: elapsedMs() - began }
    countedUntil = elapsedMs() + kept.tookMs * share
    if (stored && kept.tookMs > quickMs && (await isLarge())) await stored.write(JSON.stringify(kept)).catch(() => {})
    return kept
  })

  async function restore(): Promise<void> {
    const text = await stored?.read()
    if (text === undefined) return
    const found: Counted<T> = JSON.parse(text)
    kept ??= { ...found, at: new Date(found.at) }
  }

  // A running count may have begun before the last change.
  async function countNow(): Promise<Counted<T>> {
    const found = await start()
    return found.version === (await version()) || (await isLarge()) ? found : start()
  }

  return async (): Promise<ServedCount<T>> => {
    restored ??= restore().catch(() => undefined)
    await restored
    const current = await version()
    if (kept?.version === current) return exact(kept)
    if (kept === undefined || kept.tookMs <= quickMs || !(await isLarge())) return exact(await countNow())
    if (elapsedMs() >= countedUntil) void start().catch(() => undefined)
    return { value: kept.value, countedAt: kept.at.toISOString() }
  }
}

const exact = <T>({ value }: { readonly value: T }): ServedCount<T> => ({ value, countedAt: null })
