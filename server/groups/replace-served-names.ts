import type { Image } from '#server/domain/image.ts'
import { newFileName, previewNameOf } from '#server/domain/names.ts'
import type { Transaction } from '#server/ports/database.ts'

/**
 * Serves images of a group under new names, because people who may no longer see them know the old ones: those addresses
 * answer 404 from the commit on (D47).
 */
export async function replaceServedNames(tx: Transaction, groupId: string, images: readonly Image[]): Promise<void> {
  const names = new Map(
    images.map(({ id, mimeType }) => {
      const fileName = newFileName(mimeType)
      return [id, { fileName, previewName: previewNameOf(fileName) }]
    }),
  )
  if (names.size > 0) await tx.images.rename(groupId, names)
}
