/** The wrong management tokens of an address. */
export interface FailedValidationsTable {
  address: string
  /** A list of timestamps. */
  failed_at: string
  banned_until: string | null
  /** Has no effect after this time. */
  expires_at: string
}

/** The counters of `rate-limiter-flexible`, which makes the table. */
export interface RateLimitsTable {
  /** `<rule>:<key>` */
  key: string
  points: number
  /** Milliseconds since 1970. */
  expire: number | null
}
