import { randomUUID } from 'node:crypto'
import {
  compareRows,
  copyRows,
  RowsDiffer,
  refuseOccupied,
  type TableCopy,
} from '#server/adapters/database/copy-rows.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { OperatorError } from '#server/domain/errors.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Database } from '#server/ports/deps.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import type { WithdrawalLedger } from '#server/ports/withdrawals/withdrawals.ts'
import { copyFiles, type FilesCopied } from './copy-files.ts'
import { type CopyNote, type CopyRecord, readCopyNote, writeCopyNote } from './copy-note.ts'

/** One installation: where its rows, its files and its ledger of withdrawals are. */
export interface Installation {
  readonly engine: Engine
  readonly database: Database
  readonly files: FileStore
  readonly ledger: WithdrawalLedger
  /** Identifies where files are: a folder, or a bucket and its server. */
  readonly filesAt: string
}

export interface Transfer {
  readonly source: Installation
  readonly target: Installation
  readonly record: (target: string) => Promise<CopyRecord>
  readonly clock: Clock
  /** The service is stopped: the rows follow the files, and the target can be used. */
  readonly final: boolean
  readonly progress: (soFar: FilesCopied) => void
}

export interface CopyResult {
  /** undefined where the files stay where they are. */
  readonly files: FilesCopied | undefined
  /** undefined before the last run. */
  readonly tables: readonly TableCopy[] | undefined
  /** When the copy was finished by a run before this one. */
  readonly finishedAt?: string
}

/**
 * Copies an installation to another place, in as many runs as it takes. Runs without `final` copy files, while the
 * service works. The run with `final` copies what is still missing, removes what was deleted since, and ends with all
 * rows in one transaction: until then the target is empty, afterwards it is complete. Throws OperatorError.
 */
export async function transferInstallation(copy: Transfer): Promise<CopyResult> {
  const { source, target, clock, final } = copy
  const installation = await installationOf(source.database)
  const note = await readCopyNote(target.database)
  if ((await target.database.serviceState.get('installation')) === installation) {
    throw new OperatorError('The source and the target are the same database')
  }
  if (note?.state === 'finished' && note.installation === installation) return finishedBefore(copy, note)
  const moves = source.filesAt !== target.filesAt
  await refuseForeign(target, { note, installation, moves })
  const own = { installation, filesAt: target.filesAt }
  await writeCopyNote(target.database, { ...own, state: 'copying', at: clock.now().toISOString() })

  using record = await copy.record(target.filesAt)
  const files = moves ? await copyFiles({ source, target: target.files, record, progress: copy.progress }) : undefined
  if (!final) return { files, tables: undefined }
  const finished: CopyNote = { ...own, state: 'finished', at: clock.now().toISOString() }
  const tables = await copyRows({
    source: source.engine,
    target: target.engine,
    sameFiles: !moves,
    async last(tx) {
      await tx
        .insertInto('service_state')
        .values({ name: 'storage_copy', value: JSON.stringify(finished) })
        .execute()
    },
  })
  return { files, tables }
}

/** A run that was killed right after the last transaction is found complete. */
async function finishedBefore({ source, target }: Transfer, { at }: CopyNote): Promise<CopyResult> {
  try {
    return { files: undefined, tables: await compareRows(source.engine, target.engine), finishedAt: at }
  } catch (error) {
    if (!(error instanceof RowsDiffer)) throw error
    throw new OperatorError(
      `This copy was finished at ${at}. ${error.message} since then: empty the target to copy again`,
    )
  }
}

async function installationOf(database: Database): Promise<string> {
  return database.transaction(async (tx) => {
    const known = await tx.serviceState.lock('installation')
    const installation = known ?? randomUUID()
    if (known === undefined) await tx.serviceState.set('installation', installation)
    return installation
  })
}

/** Only what is empty, or what an earlier run of this very copy has begun, is written to. */
async function refuseForeign(
  target: Installation,
  { note, installation, moves }: { note: CopyNote | undefined; installation: string; moves: boolean },
): Promise<void> {
  await refuseOccupied(target.engine.db)
  const isOwn = note?.installation === installation && note.filesAt === target.filesAt
  if (isOwn || !moves) return
  for (const kind of ['original', 'preview'] as const) {
    for await (const { name } of target.files.list(kind)) {
      throw new OperatorError(
        `The target already holds files of another installation, ${name} for one. Take an empty one.`,
      )
    }
  }
}
