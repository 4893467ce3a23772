import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { forEachConcurrently } from '#server/concurrency/for-each-concurrently.ts'
import { OperatorError } from '#server/domain/errors.ts'
import type { Database } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { FileKind, FileStore, StoredFile } from '#server/ports/file-store.ts'
import type { CopyRecord } from './copy-note.ts'
import { fileOfKey, filesOfImages, keyOf, sizesOf } from './stored-images.ts'

const atOnce = 8

export interface FilesCopied {
  /** Files that belong to rows and are the same on both sides now. */
  files: number
  bytes: number
  /** Copied by this run; the others were copied by one before. */
  copied: number
  /** Of rows, but not there. Without its preview an image gets a new one at the next start. */
  missing: Record<FileKind, number>
  /** In the target, of images that have been deleted since a run before. */
  removed: number
}

interface FileCopy {
  readonly source: { readonly database: Database; readonly files: FileStore }
  readonly target: FileStore
  readonly record: CopyRecord
  readonly progress: (soFar: FilesCopied) => void
}

/**
 * Copies the files of all images that the target does not have yet and compares the digests of what both sides hold.
 * Files of images that were deleted since they were copied are removed from the target.
 */
export async function copyFiles({ source, target, record, progress }: FileCopy): Promise<FilesCopied> {
  const there = await sizesOf(target)
  const result: FilesCopied = { files: 0, bytes: 0, copied: 0, missing: { original: 0, preview: 0 }, removed: 0 }

  await forEachConcurrently(filesOfImages(source.database), atOnce, async (file) => {
    const stored = await source.files.open(file.kind, file.name)
    if (stored === undefined) {
      result.missing[file.kind]++
      return
    }
    const key = keyOf(file)
    const known = record.entries.get(key)
    const modified = stored.modifiedAt.getTime()
    const isSame = known?.size === stored.size && known.modified === modified && there.get(key) === stored.size
    if (!isSame) {
      const sha256 = await copyFile(file, stored, target)
      record.add({ file: key, size: stored.size, modified, sha256 })
      result.copied++
    }
    there.delete(key)
    result.files++
    result.bytes += stored.size
    progress(result)
  })

  for (const { kind, name } of there.keys().map(fileOfKey)) {
    await target.remove(kind, name)
    result.removed++
  }
  return result
}

/** Returns the SHA-256 of what was read, after checking that the target returns the same. */
async function copyFile({ kind, name }: FileName, stored: StoredFile, target: FileStore): Promise<string> {
  const draft = await target.draft(kind, name)
  const sent = createHash('sha256')
  async function* digesting(content: AsyncIterable<Buffer>) {
    for await (const chunk of content) {
      sent.update(chunk)
      yield chunk
    }
  }
  await pipeline(stored.read(), digesting, createWriteStream(draft.path, { mode: 0o640 }))
  await draft.commit()
  const sha256 = sent.digest('hex')
  const copy = await target.open(kind, name)
  const got = createHash('sha256')
  for await (const chunk of copy?.read() ?? []) got.update(chunk)
  if (got.digest('hex') !== sha256) {
    throw new OperatorError(`The target returned the ${kind} ${name} with different bytes than were sent`)
  }
  return sha256
}
