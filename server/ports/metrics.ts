import type { ErrorCode } from '#contract/operation/errors.ts'

/** Counts the answers of one route. */
export interface RouteMetrics {
  /** `ms`: from the arrival of the request to the end of its answer. */
  count(status: number, ms: number): void
}

/**
 * What this process has done since it started. Counting adds numbers in memory, because every request does it. No metric
 * names a person, a group or a token.
 */
export interface Metrics {
  /**
   * The counter of a route by its pattern (`/upload/:name`), undefined for requests that no route answers. Always the
   * same object, so that callers can keep it.
   */
  route(method: string, pattern: string | undefined): RouteMetrics
  /** An error was answered. */
  failed(code: ErrorCode): void
  /** One request stored images, in a new group or an existing one. */
  uploaded(upload: { images: number; bytes: number }): void
  /** A preview was made. `ms`: including the time it waited for its turn. */
  previewMade(ms: number): void
  /** Work in the background failed; it is tried again. */
  jobFailed(job: string): void
  /** The content type of `write`. */
  readonly contentType: string
  /** All of this, those of the process and `others` in the format of the monitoring. */
  write(others: readonly MetricFamily[]): Promise<string>
}

/** One named metric with one value for each set of labels. */
export interface MetricFamily {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly values: readonly MetricValue[]
}

export interface MetricValue {
  readonly value: number
  readonly labels?: Readonly<Record<string, string | number>>
  /** Where it differs from the family's name, as in a histogram. */
  readonly metricName?: string
}
