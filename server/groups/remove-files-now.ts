import type { Image } from '#server/domain/group.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import { filesOfImage } from './submission-files.ts'

export const filesOf = (images: readonly Image[]): FileName[] =>
  images.flatMap((image) => filesOfImage({ fileName: image.storedName, previewName: image.storedPreviewName }))

/** Removes files whose removal is planned. Failures are left to the next run of the job that removes planned files. */
export async function removeFilesNow(
  { database, files, log }: Pick<Deps, 'database' | 'files' | 'log'>,
  names: readonly FileName[],
): Promise<void> {
  if (names.length === 0) return
  try {
    await Promise.all(names.map(({ kind, name }) => files.remove(kind, name)))
    await database.completeFileRemovals(names)
  } catch (err) {
    log.warn({ err }, 'files of deleted images are left to the next run')
  }
}
