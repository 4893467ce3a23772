import type { ServiceState, ServiceStateReads } from '#server/ports/service-state.ts'

/**
 * What `groups.json` alone does not tell. While the file exists the groups are in it, with two exceptions that only a
 * crash leaves behind: it has been migrated already (`migrated`), or its rollback never took effect (`rollback`).
 */
export interface MigrationState {
  /** ISO 8601. */
  readonly lastMigration: string | null
  /** Digest of a file whose groups are in the database and which is still to be archived. */
  readonly migrated: string | null
  /** Digest of the file that was migrated last, unless it was rolled back: put back, it brings nothing new (D63). */
  readonly last: string | null
  /** The rollback that is under way; it ends with its transaction. */
  readonly rollback: string | null
}

const initial: MigrationState = { lastMigration: null, migrated: null, last: null, rollback: null }
const name = 'storage_migration'

const parse = (value: string | undefined): MigrationState =>
  value === undefined ? initial : { ...initial, ...JSON.parse(value) }

export const readState = async (serviceState: ServiceStateReads): Promise<MigrationState> =>
  parse(await serviceState.get(name))

/** Migration, rollback and what follows a crash go one at a time, on several replicas too. */
export const lockState = async (serviceState: ServiceState): Promise<MigrationState> =>
  parse(await serviceState.lock(name))

export const writeState = (serviceState: ServiceState, state: MigrationState): Promise<void> =>
  serviceState.set(name, JSON.stringify(state))
