import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Count, Counters, CountingRule } from '#server/ports/counters.ts'
import type { CounterTable, Engine } from './engine.ts'
import { retryOnFullDisk } from './retry-on-full-disk.ts'

const keyLength = 200

/** Names come from outside and have no limit; the column has one. */
const storedKey = (key: string) => (key.length > keyLength ? createHash('sha256').update(key).digest('base64url') : key)

const toCount = (rule: CountingRule, used: number, msBeforeNext: number, allowed: boolean): Count => ({
  allowed,
  used,
  remaining: Math.max(0, rule.limit - used),
  resetSeconds: Math.ceil(msBeforeNext / 1000),
})

async function totalsOf({ db }: CounterTable, { name, limit }: CountingRule) {
  const row = await db
    .selectFrom('rate_limits')
    .select(({ fn }) => [
      fn.countAll().as('clients'),
      fn.sum('points').as('requests'),
      sql<number>`sum(case when points > ${limit} then points - ${limit} else 0 end)`.as('blocked'),
    ])
    .where('key', 'like', `${name}:%`)
    .where('expire', '>', Date.now())
    .executeTakeFirstOrThrow()
  return { requests: Number(row.requests ?? 0), blocked: Number(row.blocked ?? 0), clients: Number(row.clients) }
}

function limitersOf(table: CounterTable) {
  const limiters = new Map<string, RateLimiterAbstract>()
  return ({ name, limit, windowSeconds }: CountingRule): RateLimiterAbstract => {
    const known = limiters.get(name)
    // A limit can change while the service runs (D75); earlier counts stay.
    if (known?.points === limit) return known
    const limiter = table.limiter({ keyPrefix: name, points: limit, duration: windowSeconds })
    limiters.set(name, limiter)
    return limiter
  }
}

/** Opens the counters of an engine; their table is made when it is missing. */
export async function openCounters(engine: Engine): Promise<Counters> {
  const table = await engine.openCounterTable()
  const limiterOf = limitersOf(table)

  return {
    async count(rule, key, amount = 1) {
      try {
        const counting = () => limiterOf(rule).consume(storedKey(key), amount)
        const { consumedPoints, msBeforeNext } = await retryOnFullDisk(engine, counting)
        return toCount(rule, consumedPoints, msBeforeNext, true)
      } catch (cause) {
        if (cause instanceof RateLimiterRes) return toCount(rule, cause.consumedPoints, cause.msBeforeNext, false)
        throw cause
      }
    },

    async read(rule, key) {
      const found = await limiterOf(rule).get(storedKey(key))
      const used = found?.consumedPoints ?? 0
      return toCount(rule, used, found?.msBeforeNext ?? 0, used < rule.limit)
    },

    async takeBack(rule, key) {
      await retryOnFullDisk(engine, () => limiterOf(rule).reward(storedKey(key)))
    },

    async forget(rule, key) {
      await limiterOf(rule).delete(storedKey(key))
    },

    totals: (rule) => totalsOf(table, rule),

    async removeExpired() {
      const result = await table.db.deleteFrom('rate_limits').where('expire', '<=', Date.now()).executeTakeFirst()
      return Number(result.numDeletedRows)
    },

    [Symbol.asyncDispose]: table.close,
  }
}
