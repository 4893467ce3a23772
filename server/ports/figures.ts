import type { ErrorCode } from '#contract/errors.ts'

/** Counts the answers of one route. */
export interface RouteFigures {
  /** `ms`: from the arrival of the request to the end of its answer. */
  count(status: number, ms: number): void
}

/**
 * What this process has done since it started. Counting is an addition of numbers in memory: it is done on every
 * request. Nothing that is counted says who, which group or which token.
 */
export interface Figures {
  /**
   * The counter of a route by its pattern (`/upload/:name`), undefined for requests that no route answers. It is always
   * the same object, so that a caller can keep it.
   */
  route(method: string, pattern: string | undefined): RouteFigures
  /** An error was answered. */
  failed(code: ErrorCode): void
  /** The images of one request were stored, as a new group or in one that was there. */
  uploaded(upload: { images: number; bytes: number }): void
  /** A preview was made. `ms`: with the time that it waited for its turn. */
  previewMade(ms: number): void
  /** All of this, for the monitoring. */
  families(): MetricFamily[]
}

/** One named figure of the monitoring, in one value for each set of labels. */
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

/** Writes figures down as the monitoring reads them, with those of the process added. */
export interface MetricsWriter {
  /** Of what is written. */
  readonly contentType: string
  write(families: readonly MetricFamily[]): Promise<string>
}
