import type { Metric, Registry } from 'prom-client'
import type { MetricFamily } from '#server/ports/metrics.ts'

/** The text format of Prometheus, 0.0.4. */
export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** Formats metrics and those of the process. prom-client is loaded, and starts watching the process, at the first call. */
export function createPrometheusFormat(): (families: readonly MetricFamily[]) => Promise<string> {
  let started: Promise<{ client: typeof import('prom-client'); process: Registry }> | undefined

  async function start() {
    const client = await import('prom-client')
    const process = new client.Registry()
    client.collectDefaultMetrics({ register: process })
    return { client, process }
  }

  return async (families) => {
    started ??= start()
    const { client, process } = await started
    const own = new client.Registry()
    for (const family of families) own.registerMetric(toMetric(family))
    return `${await own.metrics()}\n${await process.metrics()}`
  }
}

/** A registry asks a metric for its name, type and values only. No type fits: prom-client declares `type` as a number and sends its name. */
const toMetric = (family: MetricFamily) => ({ ...family, get: async () => family }) as unknown as Metric
