export interface KeptFigure<T> {
  readonly value: T
  /** ISO 8601; null where it is exact. */
  readonly countedAt: string | null
}

interface Counted<T> {
  readonly value: T
  readonly at: Date
  readonly version: string
  readonly tookMs: number
}

export interface Figure<T> {
  readonly count: () => Promise<T>
  /** Another one as soon as the figure may be another. */
  readonly version: () => string | Promise<string>
  /** Whether there is so much to count that a slow count may be kept. A slow machine alone is no reason. */
  readonly isLarge: () => boolean | Promise<boolean>
  readonly now: () => Date
  /** Where a slow count outlives the process: the first request after a start does not wait for it. */
  readonly stored?: StoredFigure
  readonly elapsedMs?: () => number
}

export interface StoredFigure {
  read(): Promise<string | undefined>
  write(text: string): Promise<void>
}

/** From so many rows on a count may be kept. */
export const manyRows = 50_000

/** Counting takes no longer: the figure is exact. */
const quickMs = 100
/** Otherwise it is counted again after this many times as long as it took. */
const share = 20

/**
 * A figure over all groups: exact while counting is quick. Where it takes longer, the last one is returned, and counted
 * again in the background, so that nobody but the first waits.
 */
export function keepFigure<T>(figure: Figure<T>) {
  const { count, version, isLarge, now, stored, elapsedMs = () => performance.now() } = figure
  let kept: Counted<T> | undefined
  let countedUntil = 0
  let running: Promise<Counted<T>> | undefined
  let restored: Promise<void> | undefined

  async function countNow(): Promise<Counted<T>> {
    const began = elapsedMs()
    const [counted, at] = [await version(), now()]
    kept = { value: await count(), at, version: counted, tookMs: elapsedMs() - began }
    countedUntil = elapsedMs() + kept.tookMs * share
    if (stored && kept.tookMs > quickMs && (await isLarge())) await stored.write(JSON.stringify(kept)).catch(() => {})
    return kept
  }

  async function restore(): Promise<void> {
    const text = await stored?.read()
    if (text === undefined) return
    const found = JSON.parse(text) as Counted<T>
    kept ??= { ...found, at: new Date(found.at) }
  }

  function start(): Promise<Counted<T>> {
    running ??= countNow().finally(() => {
      running = undefined
    })
    return running
  }

  return async (): Promise<KeptFigure<T>> => {
    restored ??= restore().catch(() => undefined)
    await restored
    const current = await version()
    if (kept?.version === current) return exact(kept)
    if (kept === undefined || kept.tookMs <= quickMs || !(await isLarge())) {
      return exact(await (running ? countAfter(running) : start()))
    }
    if (elapsedMs() >= countedUntil) void start().catch(() => undefined)
    return { value: kept.value, countedAt: kept.at.toISOString() }
  }

  // A count under way may have begun before the last change.
  async function countAfter(earlier: Promise<Counted<T>>): Promise<Counted<T>> {
    const found = await earlier
    return found.version === (await version()) || (await isLarge()) ? found : start()
  }
}

const exact = <T>({ value }: { readonly value: T }): KeptFigure<T> => ({ value, countedAt: null })
