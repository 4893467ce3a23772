import { AppError } from '#server/domain/errors.ts'
import type { FailedLogins } from '#server/features/accounts/auth/failed-logins.ts'
import type { Count, CountingRule } from '#server/ports/counters.ts'
import type { Deps } from '#server/ports/deps.ts'

/** For one account, from any address: a code has six digits, and an attacker who guesses it has the password already. */
const wrongCodes: CountingRule = { name: 'wrong-codes', limit: 10, windowSeconds: 60 * 60 }

export function wrongCodesOf({ counters }: Pick<Deps, 'counters'>, userId: number): FailedLogins {
  const key = String(userId)
  const refuseBeyond = ({ allowed, resetSeconds }: Count) => {
    if (allowed) return
    throw new AppError('RATE_LIMITED', `Too many wrong codes; try again in ${resetSeconds} seconds`, {
      details: { limit: wrongCodes.limit, retryAfter: resetSeconds },
    })
  }
  return {
    check: async () => refuseBeyond(await counters.read(wrongCodes, key)),
    add: async () => refuseBeyond(await counters.count(wrongCodes, key)),
    forget: () => counters.forget(wrongCodes, key),
  }
}
