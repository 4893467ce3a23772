/** Hashes passwords off the event loop, few at a time. AppError TEMPORARILY_UNAVAILABLE when too many wait. */
export interface Passwords {
  /** As a text that also says how it was made. */
  hash(password: string): Promise<string>
  /** Without a hash the answer is false and takes as long, so that the time does not reveal whether a user exists (D25). */
  verify(hash: string | undefined, password: string): Promise<boolean>
  /** How hard a password is to guess; `words` are those that an attacker would try first. */
  rank(password: string, words: readonly string[]): Promise<PasswordRank>
}

export interface PasswordRank {
  /** 0 to 4, as `zxcvbn` ranks (D53). */
  readonly rank: number
  /** English sentences: what is weak, what would help. */
  readonly advice: readonly string[]
}
