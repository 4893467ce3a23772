import type { Readable } from 'node:stream'
import { AppError } from '#server/domain/errors.ts'
import { ownedForMs } from '#server/domain/file-ownership.ts'
import { newPartName } from '#server/domain/names.ts'
import { inspectStream } from '#server/groups/receiving/inspect-stream.ts'
import { uploadExpired } from '#server/groups/receiving/receive-images.ts'
import { writeChunks } from '#server/groups/receiving/write-chunks.ts'
import { fileOfPart } from '#server/groups/submission-files.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { FileDraft } from '#server/ports/file-store.ts'
import type { FilePart } from '#server/ports/submission-store.ts'

interface ArrivingPart {
  readonly originalName: string
  readonly size: number
  readonly content: Readable
  /** The first part: it shows what kind of file this is. */
  readonly isFirst: boolean
}

/**
 * Stores one part of a file, then runs the transaction that adds it to a submission. A failure leaves nothing behind; after a
 * crash the outbox sees to that.
 */
export async function receivePart<T>(
  deps: Deps,
  { originalName, size, content, isFirst }: ArrivingPart,
  run: (tx: Transaction, part: FilePart) => Promise<T>,
): Promise<T> {
  const { database, files } = deps
  const part = { name: newPartName(), size }
  const file = fileOfPart(part)
  await files.checkFreeSpace()
  const chunks = isFirst ? (await inspectStream(deps, originalName, content)).chunks : content
  await database.planFileRemovals([file], ownedForMs)
  const draft = await files.draft(file.kind, file.name)
  let isStored = false
  try {
    await writeChunks(draft.path, chunks)
    await draft.commit()
    isStored = true
    return await database.transaction(async (tx) => {
      if ((await tx.fileRemovals.hold([file])) === 0) throw uploadExpired()
      return run(tx, part)
    })
  } catch (error) {
    // If the connection to the database broke, the commit may still have happened: the outbox knows.
    const isUnknown = isStored && error instanceof AppError && error.code === 'TEMPORARILY_UNAVAILABLE'
    if (!isUnknown) await discard(deps, draft, file)
    throw error
  }
}

async function discard({ database, log }: Deps, draft: FileDraft, file: FileName): Promise<void> {
  try {
    await draft.discard()
    await database.completeFileRemovals([file])
  } catch (err) {
    log.warn({ err }, 'a part of a failed upload is left to the outbox')
  }
}
