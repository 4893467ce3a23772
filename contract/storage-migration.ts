import { Type } from 'typebox'
import { ErrorBody } from './operation/errors.ts'
import { operationsWith } from './operation/operation.ts'
import { Nullable, Success, Timestamp } from './shapes.ts'

const specified = operationsWith({ section: 'System migration', withoutGroups: true })

export const getMigrationStatus = specified('GET /api/system/migration/status', 'public', {
  summary: 'Where the groups are stored.',
  responses: {
    200: Type.Object({
      migrationComplete: Type.Boolean(),
      jsonBackupExists: Type.Boolean(),
      databaseActive: Type.Boolean({ description: 'False after a rollback, until the groups are migrated again.' }),
      lastMigration: Nullable(Timestamp),
    }),
  },
})

export const migrateStorage = specified('POST /api/system/migration/migrate', 'admin', {
  summary: 'Move the groups from groups.json to the database.',
  description: 'All groups or none. With nothing to do the numbers are 0.',
  responses: {
    200: Success({
      groupsMigrated: Type.Integer(),
      imagesMigrated: Type.Integer(),
      warnings: Type.Array(Type.String(), { description: 'What was migrated all the same; at most 100.' }),
      warningCount: Type.Integer(),
    }),
  },
  codes: ['MIGRATION_FAILED'],
})

export const rollbackStorage = specified('POST /api/system/migration/rollback', 'admin', {
  confirmed: true,
  summary: 'Move the groups from the database back to groups.json.',
  description: 'Admins, sessions and logs stay in the database.',
  responses: { 200: Success({ groupsRestored: Type.Integer() }) },
  codes: ['ROLLBACK_FAILED'],
})

export const getMigrationHealth = specified('GET /api/system/migration/health', 'public', {
  summary: 'Whether the database answers and holds the groups.',
  responses: {
    200: Type.Object({ database: Type.Object({ healthy: Type.Literal(true), status: Type.Literal('OK') }) }),
    500: Type.Object({
      ...ErrorBody.properties,
      database: Type.Object({ healthy: Type.Literal(false), status: Type.Literal('ERROR'), error: Type.String() }),
    }),
  },
  codes: ['MIGRATION_FAILED'],
})
