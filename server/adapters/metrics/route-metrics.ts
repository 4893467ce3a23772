import type { MetricFamily, MetricValue, RouteMetrics } from '#server/ports/metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Each built file is a route of its own whose name changes: they count as one. */
const folders = ['/assets/', '/icons/', '/api/docs/']
/** Seconds: from a read out of memory to a batch of photos over a slow connection. */
const bounds = [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60]

const shownPattern = (pattern = 'none') => {
  const folder = folders.find((each) => pattern.startsWith(each))
  return folder ? `${folder}*` : pattern
}

interface Series extends RouteMetrics {
  readonly method: string
  readonly pattern: string
  readonly statuses: ReadonlyMap<number, number>
  readonly durations: Histogram
}

function createSeries(method: string, pattern: string): Series {
  const statuses = new Map<number, number>()
  const durations = createHistogram(bounds)
  return {
    method,
    pattern,
    statuses,
    durations,
    count(status, ms) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      durations.add(ms)
    },
  }
}

interface AllRouteMetrics {
  route(method: string, pattern: string | undefined): RouteMetrics
  families(): MetricFamily[]
}

/** Answers by method, route and status. There are as many series as routes, whatever clients ask for. */
export function createRouteMetrics(): AllRouteMetrics {
  const all = new Map<string, Series>()
  /** By method, then by pattern as given: a request builds no string. */
  const known = new Map<string, Map<string | undefined, Series>>()

  function add(method: string, pattern: string | undefined): Series {
    const shownMethod = methods.has(method) ? method : 'other'
    const shown = shownPattern(pattern)
    const series = all.get(`${shownMethod} ${shown}`) ?? createSeries(shownMethod, shown)
    all.set(`${shownMethod} ${shown}`, series)
    const ofMethod = known.get(shownMethod) ?? new Map<string | undefined, Series>()
    known.set(shownMethod, ofMethod.set(pattern, series))
    return series
  }

  return {
    route: (method, pattern) => known.get(method)?.get(pattern) ?? add(method, pattern),
    families() {
      const used = [...all.values()].filter(({ statuses }) => statuses.size > 0)
      const duration = 'werkschau_http_request_duration_seconds'
      return [
        {
          name: 'werkschau_http_requests_total',
          help: 'Requests that were answered. The route `none` is what no route answers.',
          type: 'counter',
          values: used.flatMap(({ method, pattern, statuses }) =>
            [...statuses].map(([status, value]) => ({ labels: { method, route: pattern, status }, value })),
          ),
        },
        {
          name: duration,
          help: 'From the arrival of a request to the end of its answer.',
          type: 'histogram',
          values: used.flatMap((one) => one.durations.values(duration, { method: one.method, route: one.pattern })),
        },
      ]
    },
  }
}

interface Histogram {
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
