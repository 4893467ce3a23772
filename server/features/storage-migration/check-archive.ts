import { chunksOf } from '#server/concurrency/chunks-of.ts'
import type { SocialMediaPlatform } from '#server/domain/consents/consent.ts'
import { type FoundFile, lookAtFile } from '#server/groups/receiving/look-at-file.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ArchivedExhibition, ArchivedGroup, ArchiveRead } from '#server/ports/group-archive.ts'
import { checkExhibitions, unknownPlatformsOf } from './archived-exhibitions.ts'
import { brokenEntry, completeGroup, inactivePlatform, unknownPlatforms } from './complete-group.ts'
import { FingerprintSet } from './fingerprint-set.ts'

export interface CheckedArchive extends ArchiveRead {
  readonly groups: number
  readonly images: number
  /** Of all images, in the order of `groups.json`. */
  readonly files: FoundFiles
  readonly warnings: string[]
  readonly warningCount: number
  /** Platforms that the file names and the database does not know. */
  readonly unknownPlatforms: readonly string[]
}

const keptWarnings = 100

type CheckDeps = Pick<Deps, 'archive' | 'files' | 'createHeadReader' | 'database' | 'clock'>

/**
 * Reads all of `groups.json` without writing anything: a broken file is refused before the first row. AppError
 * MIGRATION_FAILED. Keeps some bytes of each name and id in memory, no groups.
 */
export async function checkArchive(deps: CheckDeps): Promise<CheckedArchive> {
  const check = new ArchiveCheck(await deps.database.platforms.all())
  const read = await deps.archive.read(async (batch) => {
    const found = await lookAtFiles(deps, batch)
    let next = 0
    for (const archived of batch) {
      check.add(archived, found.slice(next, next + archived.images.length))
      next += archived.images.length
    }
  })
  const here = { exhibitions: await deps.database.exhibitions.all(), now: deps.clock.now() }
  check.addExhibitions(read.exhibitions, here)
  return { ...read, ...check.result }
}

class ArchiveCheck {
  readonly #known: readonly SocialMediaPlatform[]
  readonly #unknown = new Set<string>()
  readonly #unique = createUniquenessCheck()
  readonly #files = new FoundFiles()
  /** The first group in each exhibition, by slug. */
  readonly #usedBy = new Map<string, Pick<ArchivedGroup, 'label'>>()
  readonly #warnings: string[] = []
  #warningCount = 0
  #groups = 0

  constructor(known: readonly SocialMediaPlatform[]) {
    this.#known = known
  }

  add(archived: ArchivedGroup, files: readonly FoundFile[]): void {
    this.#unique(archived)
    const { exhibition, label } = archived
    if (!this.#usedBy.has(exhibition)) this.#usedBy.set(exhibition, { label })
    this.#addUnknown(unknownPlatforms(archived, this.#known))
    const platforms = [...this.#known, ...[...this.#unknown].map(placeholder)]
    completeGroup(archived, { platforms, files, factsKnown: true, keepLocation: true })
    for (const warning of archived.warnings) this.#warn(warning)
    this.#warnOfFiles(archived, files)
    this.#files.add(files)
    this.#groups++
  }

  /** After all groups: in the file they may come last. */
  addExhibitions(archived: readonly ArchivedExhibition[], here: Parameters<typeof checkExhibitions>[2]): void {
    for (const each of archived) this.#addUnknown(unknownPlatformsOf(each, this.#known))
    for (const warning of checkExhibitions(archived, this.#usedBy, here)) this.#warn(warning)
  }

  #addUnknown(names: readonly string[]): void {
    for (const name of names) {
      if (!this.#unknown.has(name)) this.#warn(`the platform ${name} is unknown: it is added as an inactive one`)
      this.#unknown.add(name)
    }
  }

  get result(): Omit<CheckedArchive, 'digest' | 'rollbackId' | 'exhibitions'> {
    return {
      groups: this.#groups,
      images: this.#files.count,
      files: this.#files,
      warnings: this.#warnings,
      warningCount: this.#warningCount,
      unknownPlatforms: [...this.#unknown],
    }
  }

  #warnOfFiles({ label, images }: ArchivedGroup, files: readonly FoundFile[]): void {
    for (const [index, { size, isAccepted }] of files.entries()) {
      const name = images[index]?.storedName
      if (size === 0) this.#warn(`${label}: the file ${name} is missing or empty`)
      else if (!isAccepted) this.#warn(`${label}: the file ${name} is not a JPEG, PNG or WebP image: it is not shown`)
    }
  }

  #warn(text: string): void {
    this.#warningCount++
    if (this.#warnings.length < keptWarnings) this.#warnings.push(text)
  }
}

/** A placeholder for a platform that the import will add. */
const placeholder = (platformName: string, index: number): SocialMediaPlatform => ({
  ...inactivePlatform(platformName),
  platformId: -1 - index,
})

/** Throws AppError MIGRATION_FAILED when a group repeats a value that must be unique. */
function createUniquenessCheck(): (archived: ArchivedGroup) => void {
  const seen = new Map<string, FingerprintSet>()
  let withIds: boolean | undefined
  return (archived) => {
    const once = (kind: string, field: string, value: string | null) => {
      if (value === null) return
      if (!seen.getOrInsertComputed(kind, () => new FingerprintSet()).add(value))
        throw brokenEntry(archived, `${field} is used more than once`)
    }
    once('group', 'groupId', archived.group.groupId)
    once('token', 'management_token', archived.group.managementToken)
    once('key', 'upload_key', archived.uploadKey)
    for (const [index, image] of archived.images.entries()) {
      const at = `images[${index}]`
      withIds ??= image.id !== null
      if (withIds !== (image.id !== null)) throw brokenEntry(archived, `${at}.id: either all images have one or none`)
      once('file', `${at}.fileName (${image.storedName})`, image.storedName)
      once('preview', `${at}.previewPath (${image.storedPreviewName})`, image.storedPreviewName)
      once('served file', `${at}.served_name (${image.fileName})`, image.fileName)
      once('served preview', `${at}.served_preview_name (${image.previewName})`, image.previewName)
      once('id', `${at}.id (${image.id})`, image.id === null ? null : String(image.id))
    }
  }
}

/** What was found of very many files, 8 bytes each. */
class FoundFiles {
  /** Negative: its bytes are no image. */
  readonly #sizes: number[] = []

  get count(): number {
    return this.#sizes.length
  }

  add(files: readonly FoundFile[]): void {
    for (const { size, isAccepted } of files) this.#sizes.push(isAccepted ? size : -size)
  }

  slice(from: number, to: number): FoundFile[] {
    return this.#sizes.slice(from, to).map((size) => ({ size: Math.abs(size), isAccepted: size >= 0 }))
  }
}

const atOnce = 50

/** Looks at the files of all images, in the order of the archive. */
async function lookAtFiles(
  deps: Pick<Deps, 'files' | 'createHeadReader'>,
  groups: readonly ArchivedGroup[],
): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const names = groups.flatMap(({ images }) => images.map(({ storedName }) => storedName))
  // Together, because a bucket takes its time for each.
  for (const part of chunksOf(names, atOnce)) {
    found.push(...(await Promise.all(part.map((name) => lookAtFile(deps, name)))))
  }
  return found
}
