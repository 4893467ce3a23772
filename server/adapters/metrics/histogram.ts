import type { MetricValue } from '#server/ports/metrics.ts'

export interface Histogram {
  add(ms: number): void
  /** As the monitoring reads it: in seconds, each bucket with those below it. */
  values(name: string, labels?: Readonly<Record<string, string>>): MetricValue[]
}

/** Counts durations below each of the bounds, in seconds and ascending. */
export function createHistogram(bounds: readonly number[]): Histogram {
  const limits = bounds.map((bound) => bound * 1_000)
  const counts: number[] = [...bounds, 0].fill(0)
  let sum = 0
  return {
    add(ms) {
      let bucket = 0
      while (ms > (limits[bucket] ?? Number.POSITIVE_INFINITY)) bucket++
      counts[bucket] = (counts[bucket] ?? 0) + 1
      sum += ms
    },
    values(name, labels = {}) {
      let total = 0
      const buckets = counts.map((count, index) => {
        total += count
        return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[index] ?? '+Inf' }, value: total }
      })
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum / 1_000 },
        { metricName: `${name}_count`, labels, value: total },
      ]
    },
  }
}
