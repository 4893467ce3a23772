import type { KnownGroup, StoredImage } from './book.ts'

/** Where an image can be read. */
export const publicPaths = ({ fileName, previewName }: StoredImage): string[] => [
  `/upload/${fileName}`,
  `/api/download/${fileName}`,
  `/previews/${previewName}`,
]

/** Where nothing may be found once the group or the image is deleted. */
export const deletedUrls = (deleted: KnownGroup | StoredImage): string[] =>
  'fileName' in deleted
    ? publicPaths(deleted)
    : [
        `/api/manage/${deleted.token}`,
        `/api/groups/${deleted.groupId}`,
        `/api/admin/groups/${deleted.groupId}`,
        `/api/admin/groups/${deleted.groupId}/consents`,
      ]
