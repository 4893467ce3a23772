import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isStoredName } from '#server/domain/names.ts'
import type { FileKind, FileStore } from '#server/ports/file-store.ts'
import { checkName, folders } from './file-names.ts'
import { checkFreeSpace } from './free-space.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Makes a file or a folder's list of names survive a power cut. */
async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** Files in two folders of the data folder. */
export async function openDiskFileStore(dataDir: string): Promise<FileStore> {
  for (const folder of Object.values(folders)) await mkdir(join(dataDir, folder), { recursive: true, mode: 0o750 })

  const pathOf = (kind: FileKind, name: string) => {
    checkName(name)
    return join(dataDir, folders[kind], name)
  }
  const remove = (kind: FileKind, name: string) => rm(pathOf(kind, name), { force: true })

  async function existing(kind: FileKind, name: string): Promise<string | undefined> {
    const path = pathOf(kind, name)
    try {
      await access(path)
      return path
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  return {
    remove,
    checkFreeSpace: () => checkFreeSpace(dataDir),

    async draft(kind, name) {
      const path = pathOf(kind, name)
      return {
        path,
        async commit() {
          await flush(path)
          await flush(join(dataDir, folders[kind]))
        },
        discard: () => remove(kind, name),
      }
    },

    async open(kind, name) {
      if (!isStoredName(name)) return undefined
      const path = pathOf(kind, name)
      try {
        const { size, mtime } = await stat(path)
        return {
          size,
          modifiedAt: mtime,
          read: (range) => createReadStream(path, { ...range, highWaterMark: 2 ** 18 }),
        }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async withLocalCopy(kind, name, use) {
      const path = await existing(kind, name)
      return path === undefined ? undefined : await use(path)
    },

    async edit(kind, name, use) {
      const path = await existing(kind, name)
      if (path === undefined) return undefined
      const result = await use(path)
      await flush(path)
      await flush(join(dataDir, folders[kind]))
      return result
    },

    async *list(kind) {
      for await (const entry of await opendir(join(dataDir, folders[kind]))) {
        if (!entry.isFile() || !isStoredName(entry.name)) continue
        try {
          const { size } = await stat(pathOf(kind, entry.name))
          yield { name: entry.name, size }
        } catch (error) {
          if (!isMissing(error)) throw error
        }
      }
    },

    async health() {
      for (const folder of Object.values(folders)) await access(join(dataDir, folder), constants.R_OK | constants.W_OK)
    },

    // A full disk is full for every replica, and deletions still work.
    ready: async () => undefined,

    [Symbol.asyncDispose]: async () => undefined,
  }
}
