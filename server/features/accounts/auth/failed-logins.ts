import { createHash } from 'node:crypto'
import { AppError } from '#server/domain/errors.ts'
import { usernameKey } from '#server/domain/user.ts'
import type { Count, CountingRule } from '#server/ports/counters.ts'
import type { Deps } from '#server/ports/deps.ts'

const windowSeconds = 15 * 60
/** Failed logins and wrong current passwords for one name from one address (D25). */
const ofName: CountingRule = { name: 'failed-logins', limit: 10, windowSeconds }
/** All of one address, whatever the names are (D53). */
const ofAddress: CountingRule = { name: 'failed-logins-address', limit: 30, windowSeconds }

export interface FailedLogins {
  /** AppError RATE_LIMITED after too many. */
  check(): Promise<void>
  /** Counts one failure. AppError RATE_LIMITED when it exceeds the limit. */
  add(): Promise<void>
  /** Forgets the failures of this name; a successful login does not forget guesses of other names. */
  forget(): Promise<void>
}

/**
 * `address` is the client's as limits count it. Without a name only the address counts. The name may be a mistyped
 * password, so only a digest is kept.
 */
export function failedLoginsOf(
  { counters }: Pick<Deps, 'counters'>,
  { username, address }: { username?: string; address: string },
): FailedLogins {
  const nameKey = createHash('sha256')
    .update(`${usernameKey(username ?? '')}\n${address}`)
    .digest('base64url')
  const counted = [
    ...(username === undefined ? [] : [{ rule: ofName, key: nameKey }]),
    { rule: ofAddress, key: address },
  ]
  const refuse = ({ limit }: CountingRule, { resetSeconds }: Count) => {
    throw new AppError('RATE_LIMITED', `Too many wrong passwords; try again in ${resetSeconds} seconds`, {
      details: { limit, retryAfter: resetSeconds },
    })
  }
  return {
    async check() {
      for (const { rule, key } of counted) {
        const count = await counters.read(rule, key)
        if (!count.allowed) refuse(rule, count)
      }
    },
    async add() {
      // Both count, even when one of them refuses.
      const counts = await Promise.all(counted.map(({ rule, key }) => counters.count(rule, key)))
      for (const [index, count] of counts.entries()) {
        const rule = counted[index]?.rule
        if (rule && !count.allowed) refuse(rule, count)
      }
    },
    forget: () => counters.forget(ofName, nameKey),
  }
}
