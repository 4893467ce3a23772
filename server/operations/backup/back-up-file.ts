import { link, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '#server/domain/errors.ts'
import { copyDurably, sha256Of } from './durable-copy.ts'
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

export interface FileBackup {
  readonly dataDir: string
  readonly backup: string
  readonly previous: Previous | undefined
  /** Reads the files of the previous backup instead of trusting its list. */
  readonly check: boolean
}

export type BackedUpFile = ManifestFile & { readonly linked: boolean }

/** Whether the file is as it was when it was taken. */
export async function isUnchanged(dataDir: string, { path, size, modified }: ManifestFile): Promise<boolean> {
  const now = await statOf(join(dataDir, path))
  return now?.size === size && now.mtimeMs === modified
}

/**
 * Takes a file into the backup: as a link to the previous backup if that has it, which costs nothing; otherwise as a copy
 * that is read back. undefined if the file does not exist.
 */
export async function backUpFile(
  { dataDir, backup, previous, check }: FileBackup,
  path: string,
): Promise<BackedUpFile | undefined> {
  const [source, target] = [join(dataDir, path), join(backup, path)]
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const found = await statOf(source)
    if (found === undefined) return undefined
    const known = previous?.files.get(path)
    if (previous && known?.size === found.size && known.modified === found.mtimeMs) {
      if (await linkFrom(join(previous.folder, path), target, check ? known : undefined))
        return { ...known, linked: true }
    }
    await refuseFullDisk(backup, found.size)
    const sha256 = await copyDurably(source, target).catch((error) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (sha256 === undefined) {
      await rm(target, { force: true })
      return undefined
    }
    if ((await sha256Of(target)) !== sha256) throw new Error(`${target} does not read as it was written`)
    const taken = { path, size: found.size, modified: found.mtimeMs, sha256, linked: false }
    if (await isUnchanged(dataDir, taken)) return taken
  }
  throw new Error(`${source} keeps changing`)
}

/** The service may need what is left: a backup does not take the last of it. */
async function refuseFullDisk(folder: string, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - size >= reserveBytes) return
  throw new OperatorError(`The disk of the backups has no room: ${reserveBytes / 2 ** 20} MB must stay free`)
}

async function statOf(path: string) {
  return stat(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
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
