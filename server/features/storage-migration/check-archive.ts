import type { Deps } from '#server/deps.ts'
import type { SocialMediaPlatform } from '#server/domain/consent.ts'
import type { ArchivedGroup } from '#server/ports/group-archive.ts'
import { brokenGroup, completeGroup, fileSizesOf, inactivePlatform, unknownPlatforms } from './complete-group.ts'

export interface CheckedArchive {
  readonly digest: string
  readonly rollbackId: string | null
  readonly groups: number
  readonly images: number
  /** Bytes of the files of all images, in the order of the file `groups.json`. */
  readonly fileSizes: readonly number[]
  readonly warnings: readonly string[]
  readonly warningCount: number
  /** Platforms that the file names and the database does not know. */
  readonly unknownPlatforms: readonly string[]
}

const keptWarnings = 100

/**
 * Reads all of `groups.json` without writing anything: a broken file is refused before the first row. AppError
 * MIGRATION_FAILED. Keeps names and ids in memory, no groups.
 */
export async function checkArchive(
  deps: Pick<Deps, 'archive' | 'files' | 'database' | 'config'>,
): Promise<CheckedArchive> {
  const known = await deps.database.platforms.all()
  const unknown = new Set<string>()
  const unique = createUniquenessCheck()
  const fileSizes: number[] = []
  const warnings: string[] = []
  let warningCount = 0
  let groups = 0
  const warn = (text: string) => {
    warningCount++
    if (warnings.length < keptWarnings) warnings.push(text)
  }

  const read = await deps.archive.read(async (batch) => {
    const sizes = await fileSizesOf(deps, batch)
    let next = 0
    for (const archived of batch) {
      const own = sizes.slice(next, next + archived.images.length)
      next += own.length
      unique(archived)
      for (const name of unknownPlatforms(archived, known)) {
        if (!unknown.has(name)) warn(`the platform ${name} is unknown: it is added as an inactive one`)
        unknown.add(name)
      }
      const platforms = [...known, ...[...unknown].map(placeholder)]
      completeGroup(archived, { platforms, fileSizes: own, keepLocation: true })
      for (const warning of archived.warnings) warn(warning)
      for (const [index, size] of own.entries()) {
        if (size === 0) warn(`${archived.label}: the file ${archived.images[index]?.fileName} is missing or empty`)
      }
    }
    fileSizes.push(...sizes)
    groups += batch.length
  })
  return {
    ...read,
    groups,
    images: fileSizes.length,
    fileSizes,
    warnings,
    warningCount,
    unknownPlatforms: [...unknown],
  }
}

/** Stands for a platform that the import will add. */
const placeholder = (platformName: string, index: number): SocialMediaPlatform => ({
  ...inactivePlatform(platformName),
  platformId: -1 - index,
})

/** Throws AppError MIGRATION_FAILED when a group repeats what only one may have. */
function createUniquenessCheck(): (archived: ArchivedGroup) => void {
  const seen = new Map<string, Set<string>>()
  let withIds: boolean | undefined
  return (archived) => {
    const once = (kind: string, field: string, value: string | null) => {
      if (value === null) return
      const values = seen.get(kind) ?? new Set()
      seen.set(kind, values)
      // A copy of its own: a part of the text that was read would keep all of it in memory.
      const copy = Buffer.from(value).toString('latin1')
      if (values.has(copy)) throw brokenGroup(archived, `${field} is used more than once`)
      values.add(copy)
    }
    once('group', 'groupId', archived.group.groupId)
    once('token', 'management_token', archived.group.managementToken)
    once('key', 'upload_key', archived.uploadKey)
    for (const [index, image] of archived.images.entries()) {
      const at = `images[${index}]`
      withIds ??= image.id !== null
      if (withIds !== (image.id !== null)) throw brokenGroup(archived, `${at}.id: either all images have one or none`)
      once('file', `${at}.fileName (${image.storedName})`, image.storedName)
      once('preview', `${at}.previewPath (${image.storedPreviewName})`, image.storedPreviewName)
      once('served file', `${at}.served_name (${image.fileName})`, image.fileName)
      once('served preview', `${at}.served_preview_name (${image.previewName})`, image.previewName)
      once('id', `${at}.id (${image.id})`, image.id === null ? null : String(image.id))
    }
  }
}
