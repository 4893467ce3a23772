import { Type } from 'typebox'
import { ErrorBody } from './operation/errors.ts'
import { operation } from './operation/operation.ts'
import { Nullable, Success, Timestamp } from './shapes.ts'

const section = 'System migration'

export const getMigrationStatus = operation({
  method: 'GET',
  url: '/api/system/migration/status',
  access: 'public',
  withoutGroups: true,
  section,
  summary: 'Where the groups are stored.',
  responses: {
    200: Type.Object({
      migrationComplete: Type.Boolean(),
      jsonBackupExists: Type.Boolean(),
      databaseActive: Type.Boolean({ description: 'False after a rollback, until the groups are migrated again.' }),
      lastMigration: Nullable(Timestamp),
    }),
  },
  errors: [403],
})

export const migrateStorage = operation({
  method: 'POST',
  url: '/api/system/migration/migrate',
  access: 'admin',
  withoutGroups: true,
  section,
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
  errors: [403],
  codes: ['MIGRATION_FAILED'],
})

export const rollbackStorage = operation({
  method: 'POST',
  url: '/api/system/migration/rollback',
  access: 'admin',
  withoutGroups: true,
  confirmed: true,
  section,
  summary: 'Move the groups from the database back to groups.json.',
  description: 'Admins, sessions and logs stay in the database.',
  responses: { 200: Success({ groupsRestored: Type.Integer() }) },
  errors: [403],
  codes: ['ROLLBACK_FAILED'],
})

export const getMigrationHealth = operation({
  method: 'GET',
  url: '/api/system/migration/health',
  access: 'public',
  withoutGroups: true,
  section,
  summary: 'Whether the database answers and holds the groups.',
  responses: {
    200: Type.Object({ database: Type.Object({ healthy: Type.Literal(true), status: Type.Literal('OK') }) }),
    500: Type.Object({
      ...ErrorBody.properties,
      database: Type.Object({ healthy: Type.Literal(false), status: Type.Literal('ERROR'), error: Type.String() }),
    }),
  },
  errors: [403],
  codes: ['MIGRATION_FAILED'],
})
