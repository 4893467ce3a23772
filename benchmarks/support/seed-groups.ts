import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import { openStorage } from '#server/adapters/database/storage.ts'
import type { Group } from '#server/domain/group.ts'
import type { NewImage } from '#server/domain/image.ts'
import { newFileName, newGroupId, previewNameOf } from '#server/domain/names.ts'

/** Approved groups of one image each, without files, in the database of a data folder. */
export async function seedGroups(dataDir: string, count: number): Promise<Group[]> {
  await using storage = await openStorage(openSqlite(join(dataDir, 'werkschau.db')))
  const groups = Array.from({ length: count }, (_, index): Group => {
    const uploadDate = new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString()
    return {
      groupId: newGroupId(),
      name: `Visitor ${index}`,
      title: `Group ${index}`,
      description: null,
      year: 2000 + (index % 26),
      uploadDate,
      captureDate: null,
      isApproved: true,
      firstApprovedAt: uploadDate,
      changesSinceApproval: [],
      displayInWorkshop: true,
      consentTimestamp: uploadDate,
      workshopRevokedTimestamp: null,
      managementToken: randomUUID(),
    }
  })
  for (let start = 0; start < count; start += 500) {
    await storage.transaction(async (tx) => {
      for (const group of groups.slice(start, start + 500)) {
        await tx.groups.insert(group)
        await tx.images.insert([imageOf(group)])
      }
    })
  }
  return groups
}

function imageOf({ groupId }: Group): NewImage {
  const fileName = newFileName('image/jpeg')
  return {
    groupId,
    fileName,
    previewName: previewNameOf(fileName),
    originalName: 'photo.jpg',
    fileSize: 3_000_000,
    mimeType: 'image/jpeg',
    width: 4032,
    height: 3024,
    uploadOrder: 1,
    imageDescription: 'What was made that day',
    exifDateTaken: null,
    exifCameraModel: 'Camera',
    exifLocation: null,
  }
}
