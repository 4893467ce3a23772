import type { Deps } from '#server/deps.ts'

/** Removes what no limit looks at any more: windows that have passed, failed validations and bans that are over. */
export async function purgeCounters({
  counters,
  storage,
  clock,
}: Pick<Deps, 'counters' | 'storage' | 'clock'>): Promise<void> {
  await counters.removeExpired()
  await storage.transaction((tx) => tx.failedValidations.removeExpired(clock.now().toISOString()))
}
