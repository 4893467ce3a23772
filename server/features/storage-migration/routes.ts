import * as contract from '#contract/storage-migration.ts'
import { AppError } from '#server/domain/errors.ts'
import { errorBody } from '#server/http/error-handler.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { MigrationGate } from './migration-gate.ts'
import { readState } from './migration-state.ts'

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

type StateDeps = Pick<Deps, 'archive' | 'database'>

export function storageMigrationRoutes(deps: StateDeps, route: Route, gate: MigrationGate): void {
  stateRoutes(deps, route, gate)

  route(contract.migrateStorage, async ({ deps: { database: moving }, caller: by }) => {
    const result = await gate.migrate({ by, database: moving })
    const { groupsMigrated, imagesMigrated, warningCount } = result
    const warnings = warningCount > 0 ? `, ${counted(warningCount, 'warning')}` : ''
    const message = `${counted(groupsMigrated, 'group')} with ${counted(imagesMigrated, 'image')} migrated${warnings}`
    return { message, ...result }
  })

  route(contract.rollbackStorage, async ({ deps: { database: moving }, caller: by }) => {
    const groupsRestored = await gate.rollback({ by, database: moving })
    return { message: `${counted(groupsRestored, 'group')} moved to groups.json`, groupsRestored }
  })
}

function stateRoutes({ archive, database }: StateDeps, route: Route, gate: MigrationGate): void {
  route(contract.getMigrationStatus, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    const inJson = archive.exists()
    const { lastMigration } = await readState(database.serviceState)
    return {
      migrationComplete: !inJson,
      jsonBackupExists: await archive.hasBackup(),
      databaseActive: !inJson,
      lastMigration,
    }
  })

  route(contract.getMigrationHealth, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    const error = await problemOf(database, gate)
    if (error === undefined) return { database: { healthy: true as const, status: 'OK' as const } }
    return reply
      .status(500)
      .send({ ...errorBody(error), database: { healthy: false, status: 'ERROR', error: error.message } })
  })
}

async function problemOf(database: Deps['database'], gate: MigrationGate): Promise<AppError | undefined> {
  try {
    await database.health()
    return await gate.problem()
  } catch (cause) {
    return new AppError('INTERNAL_ERROR', 'The database cannot be reached', { cause })
  }
}
