import type { Photo } from '#web/components/photos/photo.ts'
import type { Pauses } from './deliver.ts'

interface Sent {
  /** Bytes. */
  readonly sent: number
  readonly total: number
  /** Of each photo, 0 to 1. */
  readonly shares: readonly number[]
}

export type Progress =
  | ({ readonly phase: 'uploading' } & Sent)
  | { readonly phase: 'processing' }
  /** `until` is a time in milliseconds, absent while the device is offline; `now` ends the wait. */
  | ({
      readonly phase: 'waiting'
      readonly until?: number | undefined
      /** For a limit, not for the connection. */
      readonly limited: boolean
      /** Everything has arrived: the group may exist already. */
      readonly mayBeDone: boolean
      readonly now: () => void
    } & Sent)

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** Until the first of the pauses ends. */
const waitOf = (all: Pauses['all'], isProcessing: boolean) => {
  const times = all.flatMap(({ until }) => until ?? [])
  const until = times.length > 0 ? Math.min(...times) : undefined
  const limited = all.every((pause) => pause.limited)
  return { until, limited, mayBeDone: isProcessing && !limited }
}

/** Reports how far a draft is; it waits when all that is under way waits. */
export const createProgress = (photos: readonly Photo[], onProgress: (progress: Progress) => void) => {
  const sizes = photos.map(({ file }) => file.size)
  const bytes = sizes.map(() => 0)
  let underWay = 0
  let pauses: Pauses | undefined
  let isProcessing = false
  const report = () => {
    const all = pauses?.all ?? []
    const shares = bytes.map((sent, place) => (sizes[place] ? sent / sizes[place] : 1))
    const sent = { sent: sum(bytes), total: sum(sizes), shares }
    if (all.length > 0 && all.length >= underWay) {
      onProgress({ phase: 'waiting', ...waitOf(all, isProcessing), now: () => pauses?.end(), ...sent })
    } else onProgress(isProcessing ? { phase: 'processing' } : { phase: 'uploading', ...sent })
  }
  return {
    /** This many bytes of the photo at this index have arrived. */
    sent(place: number, count: number): void {
      bytes[place] = count
      report()
    },
    paused(now: Pauses): void {
      pauses = now
      report()
    },
    processing(): void {
      isProcessing = true
      report()
    },
    /** Waits for something that is under way. */
    async during<T>(task: Promise<T>): Promise<T> {
      underWay += 1
      try {
        return await task
      } finally {
        underWay -= 1
        if (pauses) report()
      }
    },
  }
}
