import { statfs } from 'node:fs/promises'
import { AppError } from '#server/domain/errors.ts'

/** Uploads leave this much free on a disk. */
const reservedBytes = 32 * 2 ** 20

/** AppError STORAGE_FULL when less is free on the disk of `folder`. */
export async function checkFreeSpace(folder: string): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(folder)
  // Some file systems do not report their size.
  if (blocks === 0 || bavail * bsize >= reservedBytes) return
  throw new AppError('STORAGE_FULL', 'There is no space left to store the files')
}
