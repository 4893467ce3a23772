import { statfs } from 'node:fs/promises'
import { AppError } from '#server/errors.ts'

/** What uploads leave free on a disk. */
const keptFreeBytes = 32 * 2 ** 20

/** AppError STORAGE_FULL when less is free around `folder`. */
export async function checkRoom(folder: string): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(folder)
  // Some file systems do not say.
  if (blocks === 0 || bavail * bsize >= keptFreeBytes) return
  throw new AppError('STORAGE_FULL', 'There is no room left to store the files')
}
