import type { Database } from '#server/ports/database.ts'
import type { FileName } from '#server/ports/file-removals.ts'

const batch = 1_000
const always = '9999-12-31T23:59:59.999Z'

/**
 * The files that belong to rows. Those that are noted to be removed are left out: they are on their way out, or were
 * never finished.
 */
export async function* filesOfImages(database: Database): AsyncGenerator<FileName> {
  const leaving = new Set((await database.dueFileRemovals(always, Number.MAX_SAFE_INTEGER)).map(keyOf))
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

export const keyOf = ({ kind, name }: FileName): string => `${kind}/${name}`
