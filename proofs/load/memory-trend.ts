import { memoryMiB } from '#tests/support/servers/process-tree.ts'

export interface MemoryTrend {
  /** Mean of the second half's samples, in MiB: the caches fill in the first. */
  readonly mean: number
  readonly peak: number
  /** The rise in MiB of a straight line through these samples. */
  readonly rise: number
  readonly samples: number
  readonly quarters: readonly number[]
}

const everyMs = 500

/** Samples the memory of a process tree until stopped. */
export function followMemory(pid: number): { stop(): MemoryTrend } {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryMiB(pid)), everyMs)
  return {
    stop() {
      clearInterval(timer)
      return { ...trendOf(samples.slice(Math.floor(samples.length / 2))), quarters: quartersOf(samples) }
    },
  }
}

/** Means of the four quarters of the time. */
const quartersOf = (samples: readonly number[]): number[] =>
  [0, 1, 2, 3].map((quarter) => {
    const part = samples.slice((samples.length * quarter) / 4, (samples.length * (quarter + 1)) / 4)
    return part.reduce((sum, value) => sum + value, 0) / part.length
  })

function trendOf(values: readonly number[]): Omit<MemoryTrend, 'quarters'> {
  const { length } = values
  const mean = values.reduce((sum, value) => sum + value, 0) / length
  const middle = (length - 1) / 2
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0)
  const below = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return { mean, peak: Math.max(...values), rise: below === 0 ? 0 : (above / below) * (length - 1), samples: length }
}
