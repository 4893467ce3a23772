import { rateLimited } from '#server/http/rate-limits.ts'
import type { CountingRule } from '#server/ports/counters.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Addresses that a moderator has blocked: one count is enough. */
const blockRule: CountingRule = { name: 'removal-blocked', limit: 1, windowSeconds: 24 * 60 * 60 }

export async function blockAddress({ counters }: Pick<Deps, 'counters'>, address: string): Promise<void> {
  await counters.count(blockRule, address)
}

/** AppError RATE_LIMITED for an address that a moderator has blocked within the last day. */
export async function refuseBlocked({ counters }: Pick<Deps, 'counters'>, address: string): Promise<void> {
  const { used, resetSeconds } = await counters.read(blockRule, address)
  if (used > 0) throw rateLimited('Removal requests from this address are not accepted at the moment', resetSeconds, 0)
}
