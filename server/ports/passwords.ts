/** Hashes passwords off the event loop, few at a time. AppError TEMPORARILY_UNAVAILABLE when too many wait. */
export interface Passwords {
  /** As a text that also says how it was made. */
  hash(password: string): Promise<string>
  /** Without a hash the answer is false and takes as long: nobody learns by time whether a user exists (D25). */
  verify(hash: string | undefined, password: string): Promise<boolean>
}
