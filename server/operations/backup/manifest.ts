import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { flush } from '#server/adapters/files/local-file.ts'
import { consolidateDatabase } from '#server/adapters/open/open-engine.ts'
import { OperatorError } from '#server/domain/errors.ts'

const ManifestFile = Type.Object({
  /** Below the backup's folder. */
  path: Type.String({ pattern: '^((upload|previews)/)?[^/\\\\]+$' }),
  size: Type.Integer({ minimum: 0 }),
  /** Of the file that was copied, in milliseconds since 1970. */
  modified: Type.Number(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type ManifestFile = Static<typeof ManifestFile>

/** Its groups wait for their migration, and have no rows yet. */
export const isArchive = ({ path }: ManifestFile): boolean => path === 'groups.json'

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** Of the service that made it. */
  version: Type.String(),
  /** ISO 8601. */
  createdAt: Type.String(),
  /** Of the ledger of withdrawals; older releases had none. */
  ledgerId: Type.Optional(Type.String()),
  /** When all of it had been read back; absent where files of the backup before were taken over unread. */
  verifiedAt: Type.Optional(Type.String()),
  groups: Type.Integer(),
  images: Type.Integer(),
  files: Type.Array(ManifestFile),
  /** Files of rows that were not there when the backup was made. */
  missing: Type.Array(Type.String()),
})
/** The content of a backup. Written last: a folder without it is not a backup. */
export type Manifest = Static<typeof Manifest>

/** The backup is incomplete or damaged. */
export class BackupBroken extends OperatorError {
  constructor(message: string) {
    super(`The backup is broken: ${message}`)
  }
}

/** Makes one file of a database. Throws BackupBroken for a damaged one. */
export async function refuseDamaged(database: string): Promise<void> {
  const problems = await consolidateDatabase(database)
  if (problems.length > 0) throw new BackupBroken(`the database is damaged: ${problems.join('; ')}`)
}

const fileName = 'manifest.json'

/** Throws BackupBroken. */
export async function readManifest(backup: string): Promise<Manifest> {
  const path = join(backup, fileName)
  if (!existsSync(path)) throw new BackupBroken(`${path} is missing`)
  let manifest: unknown
  try {
    manifest = JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw new BackupBroken(`${path} is not valid JSON`)
  }
  if (!Value.Check(Manifest, manifest)) throw new BackupBroken(`${path} is not what this release writes`)
  return manifest
}

export async function writeManifest(backup: string, manifest: Manifest): Promise<void> {
  const path = join(backup, fileName)
  await writeFile(path, JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true })
  await flush(backup)
}

/** `werkschau-2026-11-21T13-44-00-000Z`: sorted by name they are sorted by time. */
export const backupName = (now: Date): string => `werkschau-${now.toISOString().replaceAll(/[:.]/g, '-')}`

/** The complete backups of a folder, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : []
  return names
    .filter((name) => /^werkschau-\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name) && existsSync(join(folder, name, fileName)))
    .sort()
    .map((name) => join(folder, name))
}
