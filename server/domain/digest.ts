import { createHash, timingSafeEqual } from 'node:crypto'

/** The digest of a secret, stored instead of it: it does not reveal the secret. For secrets of many random bits, not for passwords. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Compares in constant time. */
export const sameText = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)))
