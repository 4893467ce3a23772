import { link, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { folders } from '#server/adapters/files/file-names.ts'
import { piecesOf, sha256Of } from '#server/adapters/files/local-file.ts'
import { ifThere, OperatorError } from '#server/domain/errors.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import { copyDurably } from './durable-copy.ts'
import type { Manifest, ManifestFile } from './manifest.ts'

const attempts = 5
const reserveBytes = 128 * 2 ** 20

/** The backup before this one. */
export interface Previous {
  readonly folder: string
  readonly files: ReadonlyMap<string, ManifestFile>
}

export const previousOf = (folder: string, { files }: Manifest): Previous => ({
  folder,
  files: new Map(files.map((file) => [file.path, file])),
})

interface SourceFile {
  readonly size: number
  /** In milliseconds since 1970. */
  readonly modified: number
  read(): AsyncIterable<Buffer>
}

/** Opens a file of the installation by the path that it has in the backup; undefined when it does not exist. */
export type FileSource = (path: string) => Promise<SourceFile | undefined>

export const folderSource =
  (folder: string): FileSource =>
  async (path) => {
    const found = await ifThere(stat(join(folder, path)))
    return found && { size: found.size, modified: found.mtimeMs, read: () => piecesOf(join(folder, path)) }
  }

export const bucketSource =
  (files: FileStore): FileSource =>
  async (path) => {
    const kind = dirname(path) === folders.preview ? 'preview' : 'original'
    const found = await files.open(kind, basename(path))
    return found && { size: found.size, modified: found.modifiedAt.getTime(), read: () => found.read() }
  }

export interface FileBackup {
  readonly source: FileSource
  readonly backup: string
  readonly previous: Previous | undefined
  /** Reads the files of the previous backup instead of trusting its list. */
  readonly check: boolean
}

export type BackedUpFile = ManifestFile & { readonly linked: boolean }

/** Whether the file is as it was when it was taken. */
export async function isUnchanged(source: FileSource, { path, size, modified }: ManifestFile): Promise<boolean> {
  const now = await source(path)
  return now?.size === size && now.modified === modified
}

/**
 * Takes a file into the backup: as a link to the previous backup if that has it, which costs nothing; otherwise as a copy
 * that is read back. undefined if the file does not exist.
 */
export async function backUpFile(
  { source, backup, previous, check }: FileBackup,
  path: string,
): Promise<BackedUpFile | undefined> {
  const target = join(backup, path)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const found = await source(path)
    if (found === undefined) return undefined
    const { size, modified } = found
    const known = previous?.files.get(path)
    if (previous && known?.size === size && known.modified === modified) {
      if (await linkFrom(join(previous.folder, path), target, check ? known : undefined))
        return { ...known, linked: true }
    }
    await refuseFullDisk(backup, size)
    const sha256 = await copyDurably(found.read(), target).catch(async (error) => {
      // Deleted while it was read.
      if ((await source(path)) !== undefined) throw error
    })
    if (sha256 === undefined) {
      await rm(target, { force: true })
      return undefined
    }
    if ((await sha256Of(target)) !== sha256) throw new Error(`${target} does not read as it was written`)
    const taken = { path, size, modified, sha256, linked: false }
    if (await isUnchanged(source, taken)) return taken
  }
  throw new Error(`${path} keeps changing`)
}

/** The service may need what is left: a backup does not take the last of it. */
async function refuseFullDisk(folder: string, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - size >= reserveBytes) return
  throw new OperatorError(`The disk of the backups has no room: ${reserveBytes / 2 ** 20} MB must stay free`)
}

/** Not every disk supports links, and some limit their number. */
async function linkFrom(source: string, target: string, expected: ManifestFile | undefined): Promise<boolean> {
  try {
    if (expected && (await sha256Of(source)) !== expected.sha256) return false
    await rm(target, { force: true })
    await link(source, target)
    return true
  } catch {
    return false
  }
}
