import { createHash } from 'node:crypto'

/** The digest of a secret, stored instead of it: it does not reveal the secret. For secrets of many random bits, not for passwords. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
