import { createHash } from 'node:crypto'

/** What of a secret is kept: whoever reads it does not have the secret. For secrets of many random bits, not for passwords. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
