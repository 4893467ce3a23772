import { count, type Setting, type SettingSchema } from './setting.ts'

export const backupSchedules = ['off', 'daily'] as const
const schedule: SettingSchema<(typeof backupSchedules)[number]> = { type: 'string', enum: backupSchedules }
const time: SettingSchema<string> = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }
const folder: SettingSchema<string> = {
  type: 'string',
  maxLength: 200,
  pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$',
}

/** Backups that the service makes itself (D88). */
export const backupSettings = {
  backupSchedule: {
    schema: schedule,
    default: backupSchedules[0],
    meaning: 'Whether the service makes a backup every day.',
    label: { en: 'Backups', de: 'Sicherungen' },
  },
  backupTime: {
    schema: time,
    default: '03:00',
    meaning: 'When, as 03:00; in Berlin, as all times of day.',
    label: { en: 'Time of day', de: 'Uhrzeit' },
  },
  backupsKept: {
    schema: count(365),
    default: 14,
    meaning: 'So many backups are kept.',
    label: { en: 'How many are kept', de: 'Anzahl aufbewahrter Sicherungen' },
  },
  backupFolder: {
    schema: folder,
    meaning: 'A folder below BACKUP_DIR.',
    label: { en: 'Folder', de: 'Ordner' },
    hint: {
      en: 'Below the folder that BACKUP_DIR sets. Empty: that folder itself.',
      de: 'Unterordner des Ordners, den BACKUP_DIR festlegt. Leer: dieser Ordner selbst.',
    },
  },
} as const satisfies Readonly<Record<string, Setting>>
