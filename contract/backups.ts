import { Type } from 'typebox'
import { operationsWith } from './operation/operation.ts'
import { backupSchedules } from './settings/backup-settings.ts'
import { Nullable, Success, Timestamp } from './shapes.ts'

const operation = operationsWith({ withoutGroups: true })

export const listBackups = operation('GET /api/admin/backups', 'admin', {
  summary: 'The complete backups in the folder of the settings, newest first, and how the last ones went (D88).',
  responses: {
    200: Type.Object({
      backups: Type.Array(
        Type.Object({
          name: Type.String({ description: 'Of its folder.' }),
          createdAt: Timestamp,
          bytes: Type.Integer({ description: 'Of its files, those included that it shares with the one before.' }),
          verifiedAt: Nullable(Timestamp),
        }),
      ),
      lastFailure: Nullable(
        Type.Object({ at: Timestamp, reason: Type.String() }, { description: 'None after a success.' }),
      ),
      schedule: Type.Enum([...backupSchedules]),
      running: Type.Boolean({ description: 'One is being made, or begins within seconds.' }),
      isSameDisk: Type.Boolean({ description: 'They are in the data folder, because BACKUP_DIR is not set.' }),
    }),
  },
})

export const createBackup = operation('POST /api/admin/backups', 'admin', {
  summary: 'Make a backup now.',
  description: 'It begins within seconds, also after a crash; `GET /api/admin/backups` says how it went.',
  responses: { 202: Success({}) },
  codes: ['BACKUP_RUNNING'],
})
