import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { usernameKey } from '#server/domain/user.ts'
import { AppError } from '#server/errors.ts'
import type { Count, CountingRule } from '#server/ports/counters.ts'

/** Failed logins and wrong current passwords for one name from one address (D25). */
const failedLogins: CountingRule = { name: 'failed-logins', limit: 10, windowSeconds: 15 * 60 }

export interface FailedLogins {
  /** AppError RATE_LIMITED once there were too many. */
  check(): Promise<void>
  /** Counts one. AppError RATE_LIMITED when it is one too many. */
  add(): Promise<void>
  forget(): Promise<void>
}

/** `address` is the client's as limits count it. The name may be a mistyped password, so only a digest is kept. */
export function failedLoginsOf(
  { counters }: Pick<Deps, 'counters'>,
  { username, address }: { username: string; address: string },
): FailedLogins {
  const key = createHash('sha256')
    .update(`${usernameKey(username)}\n${address}`)
    .digest('base64url')
  const refuse = ({ resetSeconds }: Count) => {
    throw new AppError('RATE_LIMITED', `Too many wrong passwords; try again in ${resetSeconds} seconds`, {
      details: { limit: failedLogins.limit, retryAfter: resetSeconds },
    })
  }
  return {
    async check() {
      const count = await counters.read(failedLogins, key)
      if (!count.allowed) refuse(count)
    },
    async add() {
      const count = await counters.count(failedLogins, key)
      if (!count.allowed) refuse(count)
    },
    forget: () => counters.forget(failedLogins, key),
  }
}
