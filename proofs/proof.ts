/** How a proof is run; the same options make the same attempts. */
export interface ProofOptions {
  readonly seed: number
  /** How many attempts; each proof has its own number when none is given. */
  readonly runs: number | undefined
  /** No new attempt begins after that many seconds. */
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
  /** What went wrong, each with what is needed to see it again. */
  readonly found: readonly string[]
  /** A figure that belongs to the line: requests in flight, p99, memory. */
  readonly note?: string
}

/** Attacks the service and answers what came of it; throws only when it could not be run at all. */
export type Proof = (options: ProofOptions) => Promise<readonly ProofLine[]>
