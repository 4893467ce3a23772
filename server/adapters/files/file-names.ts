import { isStoredName } from '#server/domain/names.ts'
import type { FileKind } from '#server/ports/file-store.ts'

/** Where the files of a kind lie, on disk and in a bucket; the same names as in their addresses. */
export const folders: Readonly<Record<FileKind, string>> = { original: 'upload', preview: 'previews' }

/** Throws for what no stored file can be called. */
export function checkName(name: string): void {
  if (!isStoredName(name)) throw new Error('A stored file name cannot be a path')
}
