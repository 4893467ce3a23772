import { rm } from 'node:fs/promises'
import { allScratchOf } from '#server/domain/images/scratch-files.ts'
import { isStoredName } from '#server/domain/names.ts'
import type { FileKind } from '#server/ports/file-store.ts'

/** The folder or prefix of each kind of file; the same names as in their URLs. */
export const folders: Readonly<Record<FileKind, string>> = { original: 'upload', preview: 'previews' }

/** With what a killed process of the previewer has left beside it. The longest names leave no room for that. */
export async function removeLocal(path: string): Promise<void> {
  for (const scratch of allScratchOf(path)) await rm(scratch, { force: true }).catch(() => undefined)
  await rm(path, { force: true })
}

/** Throws for a name that no stored file can have. */
export function checkName(name: string): void {
  if (!isStoredName(name)) throw new Error('A stored file name cannot be a path')
}
