import type { Metric, Registry } from 'prom-client'
import type { MetricFamily, MetricsWriter } from '#server/ports/figures.ts'

/** The text format of Prometheus, 0.0.4. Its library and the watching of the process begin with the first question. */
export function createPrometheusWriter(): MetricsWriter {
  let started: Promise<{ client: typeof import('prom-client'); process: Registry }> | undefined

  async function start() {
    const client = await import('prom-client')
    const process = new client.Registry()
    client.collectDefaultMetrics({ register: process })
    return { client, process }
  }

  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    async write(families) {
      started ??= start()
      const { client, process } = await started
      const own = new client.Registry()
      for (const family of families) own.registerMetric(toMetric(family))
      return `${await own.metrics()}\n${await process.metrics()}`
    },
  }
}

/** All that a registry asks of a metric is its name and what it says; its type wants a class that counts by itself. */
const toMetric = (family: MetricFamily) => ({ ...family, get: async () => family }) as unknown as Metric
