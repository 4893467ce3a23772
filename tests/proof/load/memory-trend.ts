import { memoryMiB } from '#tests/support/process-tree.ts'

export interface MemoryTrend {
  /** Mean of the samples after the first fifth, in MiB. */
  readonly mean: number
  readonly peak: number
  /** MiB that a straight line through these samples rises from their first to their last. */
  readonly rise: number
  readonly samples: number
}

const everyMs = 500

/** Looks at the memory of a process tree until it is stopped. */
export function followMemory(pid: number): { stop(): MemoryTrend } {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryMiB(pid)), everyMs)
  return {
    stop() {
      clearInterval(timer)
      return trendOf(samples.slice(Math.floor(samples.length / 5)))
    },
  }
}

export function trendOf(values: readonly number[]): MemoryTrend {
  const { length } = values
  const mean = values.reduce((sum, value) => sum + value, 0) / length
  const middle = (length - 1) / 2
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0)
  const below = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return { mean, peak: Math.max(...values), rise: below === 0 ? 0 : (above / below) * (length - 1), samples: length }
}
