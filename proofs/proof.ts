/** Options of a proof; the same options make the same attempts. */
export interface ProofOptions {
  readonly seed: number
  /** Number of attempts; each proof has its own default. */
  readonly runs: number | undefined
  /** No new attempt begins after this many seconds. */
  readonly seconds: number | undefined
  /** `machine`: rows and files in the data folder; `servers`: in PostgreSQL and S3. */
  readonly on: 'machine' | 'servers'
  /** A folder with real photos, for proofs that mutate some. */
  readonly photos?: string | undefined
}

/** One line of the closing table. */
export interface ProofLine {
  readonly what: string
  readonly attempts: number
  readonly survived: number
  /** Findings, each with the details to reproduce it. */
  readonly found: readonly string[]
  /** A figure of the line: requests in flight, p99, memory. */
  readonly note?: string
}

/** Attacks the service and returns the results; throws only if it cannot run at all. */
export type Proof = (options: ProofOptions) => Promise<readonly ProofLine[]>
