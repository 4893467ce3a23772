import { ConfigError } from '#server/config/config.ts'
import type { Database } from '#server/ports/database.ts'

/** Kept in the target of a copy: whose copy it is and how far it got. */
export interface CopyNote {
  readonly installation: string
  readonly filesAt: string
  readonly state: 'copying' | 'finished'
  readonly at: string
}

export async function readCopyNote(database: Database): Promise<CopyNote | undefined> {
  const note = await database.serviceState.get('storage_copy')
  return note === undefined ? undefined : JSON.parse(note)
}

export const writeCopyNote = (database: Database, note: CopyNote): Promise<void> =>
  database.transaction((tx) => tx.serviceState.set('storage_copy', JSON.stringify(note)))

/** ConfigError: uploads would collide with the rest of the copy. */
export async function refuseHalfCopy(database: Database): Promise<void> {
  const note = await readCopyNote(database)
  if (note?.state !== 'copying') return
  throw new ConfigError([
    'the database is the target of a copy that is not finished: end it with npm run transfer -- copy --to … --final',
  ])
}
