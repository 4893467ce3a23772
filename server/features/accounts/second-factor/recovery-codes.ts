import { randomInt } from 'node:crypto'
import { digest } from '#server/domain/digest.ts'

/** Without characters that look alike; 16 of them are 79 bits, enough for a plain digest. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const pick = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

const howMany = 10

export const recoveryDigest = (userId: number, code: string): string =>
  digest(`${userId}\n${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)

/** `ABCD-EFGH-JKLM-NPQR`: each for one login. Only their digests are kept. */
export function makeRecoveryCodes(userId: number): { codes: string[]; digests: string[] } {
  const codes = Array.from({ length: howMany }, () => [pick(4), pick(4), pick(4), pick(4)].join('-'))
  return { codes, digests: codes.map((code) => recoveryDigest(userId, code)) }
}
