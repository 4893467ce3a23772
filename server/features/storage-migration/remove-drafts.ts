import type { MigrationDeps } from './migrate-storage.ts'
import { lockState } from './migration-state.ts'

/** Removes what a crash has left of a rollback: it holds management tokens. One that is under way holds the lock. */
export const removeDrafts = ({ archive, storage }: Pick<MigrationDeps, 'archive' | 'storage'>): Promise<void> =>
  storage.transaction(async (tx) => {
    await lockState(tx.serviceState)
    await archive.removeDrafts()
  })
