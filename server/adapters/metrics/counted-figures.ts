import type { ErrorCode } from '#contract/errors.ts'
import type { Figures, MetricFamily } from '#server/ports/figures.ts'
import { countRoutes } from './counted-routes.ts'
import { createHistogram } from './histogram.ts'

/** Seconds. */
const previewBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Figures in memory: they begin at zero with the process, which the monitoring expects. */
export function createFigures(): Figures {
  const routes = countRoutes()
  const failures = new Map<ErrorCode, number>()
  const previews = createHistogram(previewBounds)
  let uploads = 0
  let images = 0
  let bytes = 0

  const counter = (name: string, help: string, value: number): MetricFamily => ({
    name,
    help,
    type: 'counter',
    values: [{ value }],
  })

  return {
    route: routes.route,
    failed: (code) => void failures.set(code, (failures.get(code) ?? 0) + 1),
    uploaded(upload) {
      uploads++
      images += upload.images
      bytes += upload.bytes
    },
    previewMade: (ms) => previews.add(ms),
    families: () => [
      ...routes.families(),
      {
        name: 'werkschau_errors_total',
        help: 'Errors that were answered, by code: RATE_LIMITED and IP_BANNED tell of limits that were hit.',
        type: 'counter',
        values: [...failures].map(([code, value]) => ({ labels: { code }, value })),
      },
      counter('werkschau_uploads_total', 'Requests that stored images.', uploads),
      counter('werkschau_uploaded_images_total', 'Images that were stored.', images),
      counter('werkschau_uploaded_bytes_total', 'Bytes of the images that were stored.', bytes),
      {
        name: 'werkschau_preview_duration_seconds',
        help: 'From the order of a preview to its end, waiting included.',
        type: 'histogram',
        values: previews.values('werkschau_preview_duration_seconds'),
      },
    ],
  }
}
