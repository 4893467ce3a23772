import { createReadStream } from 'node:fs'
import { access, constants, mkdir, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { coalesce } from '#server/concurrency/coalesce.ts'
import { serialByKey } from '#server/concurrency/serial-by-key.ts'
import { ifThere } from '#server/domain/errors.ts'
import { isStoredName } from '#server/domain/names.ts'
import type { FileDraft, FileKind, FileStore, StoredFile } from '#server/ports/file-store.ts'
import { checkName, folders } from './file-names.ts'
import { checkFreeSpace } from './free-space.ts'
import { flush, removeLocal } from './local-file.ts'

/** Files in two folders of the data folder. */
export async function openDiskFileStore(dataDir: string): Promise<FileStore> {
  for (const folder of Object.values(folders)) await mkdir(join(dataDir, folder), { recursive: true, mode: 0o750 })
  return new DiskFileStore(dataDir)
}

class DiskFileStore implements FileStore {
  readonly #dataDir: string
  /** One flush of a folder is for all files that wait for it. */
  readonly #flushNames: Readonly<Record<FileKind, () => Promise<void>>>
  /** Two edits of a file at once would write to the same temporary file. */
  readonly #serialEdit = serialByKey()

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    const flushNames = (kind: FileKind) => coalesce(() => flush(join(dataDir, folders[kind])))
    this.#flushNames = { original: flushNames('original'), preview: flushNames('preview') }
  }

  checkFreeSpace(): Promise<void> {
    return checkFreeSpace(this.#dataDir)
  }

  async draft(kind: FileKind, name: string): Promise<FileDraft> {
    const path = this.#pathOf(kind, name)
    let flushed: Promise<void> | undefined
    const flushOnce = () => {
      flushed ??= flush(path)
      return flushed
    }
    return {
      path,
      flush: flushOnce,
      commit: async () => {
        await flushOnce()
        await this.#flushNames[kind]()
      },
      discard: () => this.remove(kind, name),
    }
  }

  async open(kind: FileKind, name: string): Promise<StoredFile | undefined> {
    if (!isStoredName(name)) return undefined
    const path = this.#pathOf(kind, name)
    const found = await ifThere(stat(path))
    if (found === undefined) return undefined
    const read: StoredFile['read'] = (range) => createReadStream(path, { ...range, highWaterMark: 2 ** 18 })
    return { size: found.size, modifiedAt: found.mtime, read }
  }

  async withLocalCopy<T>(kind: FileKind, name: string, use: (path: string) => Promise<T>): Promise<T | undefined> {
    const path = this.#pathOf(kind, name)
    return (await ifThere(stat(path))) && use(path)
  }

  edit<T>(kind: FileKind, name: string, use: (path: string) => Promise<T>): Promise<T | undefined> {
    const edit = async (path: string) => {
      const result = await use(path)
      await flush(path)
      await this.#flushNames[kind]()
      return result
    }
    return this.#serialEdit(name, () => this.withLocalCopy(kind, name, edit))
  }

  async remove(kind: FileKind, name: string): Promise<void> {
    await removeLocal(this.#pathOf(kind, name))
  }

  async *list(kind: FileKind): AsyncGenerator<{ name: string; size: number }> {
    for await (const name of this.names(kind)) {
      const found = await ifThere(stat(this.#pathOf(kind, name)))
      if (found) yield { name, size: found.size }
    }
  }

  async *names(kind: FileKind): AsyncGenerator<string> {
    const folder = await opendir(join(this.#dataDir, folders[kind]), { bufferSize: 500 })
    for await (const entry of folder) if (entry.isFile() && isStoredName(entry.name)) yield entry.name
  }

  async health(): Promise<void> {
    for (const folder of Object.values(folders)) {
      await access(join(this.#dataDir, folder), constants.R_OK | constants.W_OK)
    }
  }

  /** A full disk is full for every replica, and deletions still work. */
  async ready(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}

  #pathOf(kind: FileKind, name: string): string {
    checkName(name)
    return join(this.#dataDir, folders[kind], name)
  }
}
