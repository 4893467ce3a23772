import type { Deps } from '#server/ports/deps.ts'

/** Removes what no limit needs any more: expired windows, failed validations and bans. */
export async function purgeCounters({
  counters,
  database,
  clock,
}: Pick<Deps, 'counters' | 'database' | 'clock'>): Promise<void> {
  await counters.removeExpired()
  await database.transaction((tx) => tx.failedValidations.removeExpired(clock.now().toISOString()))
}
