export interface FormerTokenReads {
  /** Whether a token with this digest once belonged to a group. */
  has(tokenDigest: string): Promise<boolean>
}

/** Digests of management tokens whose groups are gone: their links are old, not guessed (D56). */
export interface FormerTokenWrites extends FormerTokenReads {
  /** Times are ISO 8601. */
  add(tokenDigest: string, endedAt: string): Promise<void>
  /** Returns the number of digests removed. */
  removeBefore(time: string): Promise<number>
}
