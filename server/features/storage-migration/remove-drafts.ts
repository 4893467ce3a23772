import type { MigrationDeps } from './migrate-storage.ts'
import { lockState } from './migration-state.ts'

/** Removes what a crash has left of a rollback: it holds management tokens. One that is under way holds the lock. */
export const removeDrafts = ({ archive, database }: Pick<MigrationDeps, 'archive' | 'database'>): Promise<void> =>
  database.transaction(async (tx) => {
    await lockState(tx.serviceState)
    await archive.removeDrafts()
  })
