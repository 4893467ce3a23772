import type { Database } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { FileStore } from '#server/ports/file-store.ts'

const batch = 1_000

/**
 * The files that belong to rows. Those that are planned to be removed are left out: they are about to be removed, or were
 * never finished.
 */
export async function* filesOfImages(database: Database): AsyncGenerator<FileName> {
  const leaving = new Set((await database.fileRemovals.planned()).map(keyOf))
  let last = 0
  for (;;) {
    const images = await database.images.after(last, batch)
    if (images.length === 0) return
    last = images.at(-1)?.id ?? last
    for (const { storedName, storedPreviewName } of images) {
      const files: FileName[] = [
        { kind: 'original', name: storedName },
        { kind: 'preview', name: storedPreviewName },
      ]
      for (const file of files) if (!leaving.has(keyOf(file))) yield file
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
