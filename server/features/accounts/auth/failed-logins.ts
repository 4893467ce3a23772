import { usernameKey } from '#server/domain/accounts/user.ts'
import { digest } from '#server/domain/digest.ts'
import type { AppError } from '#server/domain/errors.ts'
import { rateLimited } from '#server/http/rate-limits.ts'
import type { Count, CountingRule } from '#server/ports/counters.ts'
import type { Deps } from '#server/ports/deps.ts'

const windowSeconds = 15 * 60
/** Failed logins and wrong current passwords for one name from one address (D25). */
const ofName: CountingRule = { name: 'failed-logins', limit: 10, windowSeconds }
/** All of one address, whatever the names are (D53). */
const ofAddress: CountingRule = { name: 'failed-logins-address', limit: 30, windowSeconds }
/** Those of a device that the account has logged in with before: what others at its address do does not count (D53). */
const ofDevice: CountingRule = { name: 'failed-logins-device', limit: 10, windowSeconds }

export interface LoginAttempt {
  /** Without one only the address counts. */
  readonly username?: string
  /** The client's, as limits count it. */
  readonly address: string
  /** Where it is known, only this device's failures count. */
  readonly device?: string | undefined
}

/** For one account, from any address: a code has six digits, and an attacker who guesses it has the password already. */
const wrongCodes: CountingRule = { name: 'wrong-codes', limit: 10, windowSeconds: 60 * 60 }

interface Counted {
  readonly rule: CountingRule
  readonly key: string
}

/** Counts failures by each of the rules, even when one of them refuses. */
function failuresOf({ counters }: Pick<Deps, 'counters'>, counted: readonly Counted[]) {
  const refuseBeyond = ({ rule }: Counted, { allowed, resetSeconds }: Count) => {
    if (allowed) return
    throw rateLimited(`Too many wrong ${rule === wrongCodes ? 'codes' : 'passwords'}`, resetSeconds, rule.limit)
  }
  const check = async () => {
    for (const each of counted) refuseBeyond(each, await counters.read(each.rule, each.key))
  }
  const add = async () => {
    const counts = await Promise.all(counted.map(({ rule, key }) => counters.count(rule, key)))
    for (const [index, each] of counted.entries()) if (counts[index]) refuseBeyond(each, counts[index])
  }
  return {
    check,
    add,
    /** What `guess` returns, unless that is `undefined` or `false`: a failure. AppError RATE_LIMITED, or `refusal`. */
    async attempt<T>(guess: () => Promise<T | undefined | false>, refusal: () => AppError): Promise<T> {
      await check()
      const found = await guess()
      if (found === undefined || found === false) {
        await add()
        throw refusal()
      }
      // Of many concurrent guesses, those over the limit do not learn whether they were right.
      await check()
      return found
    },
    /** After a success; the failures of an address stay, because they count guesses of other names, too. */
    async forget(): Promise<void> {
      for (const { rule, key } of counted) if (rule !== ofAddress) await counters.forget(rule, key)
    },
  }
}

function countedFor({ username, address, device }: LoginAttempt): Counted[] {
  if (device !== undefined) return [{ rule: ofDevice, key: device }]
  const byAddress = { rule: ofAddress, key: address }
  if (username === undefined) return [byAddress]
  // The name may be a mistyped password, so only a digest is kept.
  return [{ rule: ofName, key: digest(`${usernameKey(username)}\n${address}`) }, byAddress]
}

export const failedLoginsOf = (deps: Pick<Deps, 'counters'>, attempt: LoginAttempt) =>
  failuresOf(deps, countedFor(attempt))

const codesOf = (userId: number): Counted => ({ rule: wrongCodes, key: String(userId) })

export const wrongCodesOf = (deps: Pick<Deps, 'counters'>, userId: number) => failuresOf(deps, [codesOf(userId)])

/** Of the second step of a login: as of the first, and for the account. */
export const failedStepsOf = (deps: Pick<Deps, 'counters'>, attempt: LoginAttempt, userId: number) =>
  failuresOf(deps, [...countedFor(attempt), codesOf(userId)])
