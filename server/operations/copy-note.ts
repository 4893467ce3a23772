import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from '#server/config/config.ts'
import type { Database } from '#server/ports/deps.ts'

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

/** What was known of a file when its copy was found to be the same. */
interface RecordedFile {
  /** `<kind>/<name>` */
  readonly file: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
  readonly sha256: string
}

/** Remembers across runs which files were copied and compared, so that no run has to read them again. */
export interface CopyRecord extends Disposable {
  readonly entries: ReadonlyMap<string, RecordedFile>
  add(entry: RecordedFile): void
}

/** Opens the record at `path`. A line that a crash cut off, or that is no entry, counts as not written. */
export async function openCopyRecord(path: string): Promise<CopyRecord> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 })
  const entries = new Map<string, RecordedFile>()
  const fd = openSync(path, 'a', 0o600)
  let whole = true
  await using reader = await open(path, 'r')
  for await (const line of reader.readLines({ autoClose: false })) {
    const entry = parse(line)
    whole = entry !== undefined
    if (entry) entries.set(entry.file, entry)
  }
  // New entries begin on a line of their own.
  if (!whole) appendFileSync(fd, '\n')
  return {
    entries,
    add(entry) {
      appendFileSync(fd, `${JSON.stringify(entry)}\n`)
      entries.set(entry.file, entry)
    },
    [Symbol.dispose]: () => closeSync(fd),
  }
}

function parse(line: string): RecordedFile | undefined {
  try {
    const entry: RecordedFile = JSON.parse(line)
    return typeof entry.file === 'string' && typeof entry.sha256 === 'string' ? entry : undefined
  } catch {
    return undefined
  }
}
