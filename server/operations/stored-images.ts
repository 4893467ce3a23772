import { filesOf } from '#server/groups/remove-files-now.ts'
import { walkImages } from '#server/groups/walk-images.ts'
import type { Database } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { FileStore } from '#server/ports/file-store.ts'

export interface ImageFile extends FileName {
  /** Of an original, unless a migration brought it and nobody has read it yet. */
  readonly bytes?: number
}

/** `size` is what is there. */
export const isCutShort = ({ bytes = 0 }: ImageFile, size: number): boolean => size < bytes

/**
 * The files that belong to rows. Those that are planned to be removed are left out: they are about to be removed, or were
 * never finished.
 */
export async function* filesOfImages(database: Database): AsyncGenerator<ImageFile> {
  const leaving = new Set((await database.fileRemovals.planned()).map(keyOf))
  for await (const image of walkImages(database, 'after')) {
    for (const file of filesOf([image])) {
      const isKnown = file.kind === 'original' && image.width !== null
      if (!leaving.has(keyOf(file))) yield { ...file, ...(isKnown && { bytes: image.fileSize }) }
    }
  }
}

/** The sizes of all stored files by their keys. */
export async function sizesOf(files: FileStore): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const kind of ['original', 'preview'] as const) {
    for await (const { name, size } of files.list(kind)) found.set(keyOf({ kind, name }), size)
  }
  return found
}

export const keyOf = ({ kind, name }: FileName): string => `${kind}/${name}`
export const fileOfKey = (key: string): FileName => {
  const [kind, ...rest] = key.split('/')
  return { kind: kind === 'preview' ? kind : 'original', name: rest.join('/') }
}
