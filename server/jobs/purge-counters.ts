import type { Deps } from '#server/deps.ts'

/** Removes what no limit looks at any more: windows that have passed, failed validations and bans that are over. */
export async function purgeCounters({
  counters,
  database,
  clock,
}: Pick<Deps, 'counters' | 'database' | 'clock'>): Promise<void> {
  await counters.removeExpired()
  await database.transaction((tx) => tx.failedValidations.removeExpired(clock.now().toISOString()))
}
