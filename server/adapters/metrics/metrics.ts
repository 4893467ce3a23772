import type { Metric, Registry } from 'prom-client'
import type { ErrorCode } from '#contract/operation/errors.ts'
import type { MetricFamily, Metrics } from '#server/ports/metrics.ts'
import { createHistogram, createRouteMetrics } from './route-metrics.ts'

/** Seconds. */
const previewBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Metrics in memory: they start at zero with the process, as Prometheus expects. */
export function createMetrics(): Metrics {
  const routes = createRouteMetrics()
  const failures = new Map<ErrorCode, number>()
  // Starts at zero: Prometheus sees no increase in a counter that appears with its first failure.
  const failedJobs = new Map<string, number>([['cleanup', 0]])
  const previews = createHistogram(previewBounds)
  const uploads = { requests: 0, images: 0, bytes: 0 }
  const format = createPrometheusFormat()

  return {
    contentType,
    route: routes.route,
    failed: (code) => void failures.set(code, (failures.get(code) ?? 0) + 1),
    uploaded({ images, bytes }) {
      uploads.requests++
      uploads.images += images
      uploads.bytes += bytes
    },
    previewMade: (ms) => previews.add(ms),
    jobFailed: (job) => void failedJobs.set(job, (failedJobs.get(job) ?? 0) + 1),
    write: (others) =>
      format([
        ...others,
        ...routes.families(),
        errorFamily(failures),
        jobFamily(failedJobs),
        ...uploadFamilies(uploads),
        {
          name: 'werkschau_preview_duration_seconds',
          help: 'From the request for a preview to its end, waiting included.',
          type: 'histogram',
          values: previews.values('werkschau_preview_duration_seconds'),
        },
      ]),
  }
}

const errorFamily = (failures: ReadonlyMap<ErrorCode, number>): MetricFamily => ({
  name: 'werkschau_errors_total',
  help: 'Errors that were answered, by code: RATE_LIMITED and IP_BANNED show limits that were hit.',
  type: 'counter',
  values: [...failures].map(([code, value]) => ({ labels: { code }, value })),
})

const jobFamily = (failures: ReadonlyMap<string, number>): MetricFamily => ({
  name: 'werkschau_job_failures_total',
  help: 'Failures of work in the background, which is tried again. The log has the error.',
  type: 'counter',
  values: [...failures].map(([job, value]) => ({ labels: { name: job }, value })),
})

function uploadFamilies({ requests, images, bytes }: Record<'requests' | 'images' | 'bytes', number>): MetricFamily[] {
  const counter = (name: string, help: string, value: number): MetricFamily => ({
    name,
    help,
    type: 'counter',
    values: [{ value }],
  })
  return [
    counter('werkschau_uploads_total', 'Requests that stored images.', requests),
    counter('werkschau_uploaded_images_total', 'Images that were stored.', images),
    counter('werkschau_uploaded_bytes_total', 'Bytes of the images that were stored.', bytes),
  ]
}

/** The text format of Prometheus, 0.0.4. */
const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** Formats metrics and those of the process. prom-client is loaded, and starts watching the process, at the first call. */
function createPrometheusFormat(): (families: readonly MetricFamily[]) => Promise<string> {
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
