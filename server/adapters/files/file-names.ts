import { isStoredName } from '#server/domain/names.ts'
import type { FileKind } from '#server/ports/file-store.ts'

/** The folder or prefix of each kind of file; the same names as in their URLs. */
export const folders: Readonly<Record<FileKind, string>> = { original: 'upload', preview: 'previews' }

/** Throws for a name that no stored file can have. */
export function checkName(name: string): void {
  if (!isStoredName(name)) throw new Error('A stored file name cannot be a path')
}
