import { isInForce } from '#server/domain/consent.ts'
import type { Group } from '#server/domain/group.ts'
import type { Image } from '#server/domain/image.ts'
import { fold } from '#server/domain/text/fold.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { StoredFile } from '#server/ports/file-store.ts'
import { pressGroups } from './list-press-groups.ts'

export interface ArchiveChoice {
  readonly platformId: number
  /** Default: all groups. */
  readonly groupIds?: ReadonlySet<string> | undefined
}

export interface PressImage {
  readonly group: Group
  readonly image: Image
}

export interface ArchiveEntry extends PressImage {
  readonly name: string
  readonly file: StoredFile
}

/** Files looked up at a time: each one in a bucket takes a round trip. */
const opened = 16

const titleLength = 40

/** By date, group and order (D78). */
function nameOf({ group, image }: PressImage): string {
  const date = (group.captureDate ?? group.uploadDate).slice(0, 10)
  const title = fold(group.title ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, titleLength)
    .replace(/^-|-$/g, '')
  const order = String(image.uploadOrder).padStart(2, '0')
  const extension = image.storedName.slice(image.storedName.lastIndexOf('.'))
  return [date, title, group.groupId, `${order}${extension}`].filter(Boolean).join('_')
}

async function* allGroups(database: Deps['database'], platformId: number): AsyncGenerator<Group[]> {
  for await (const part of pressGroups(database, platformId)) yield part.map(({ group }) => group)
}

async function* chosenGroups(
  database: Deps['database'],
  platformId: number,
  groupIds: ReadonlySet<string>,
): AsyncGenerator<Group[]> {
  for (const groupId of groupIds) {
    const group = await database.groups.find(groupId)
    if (!group?.isApproved) continue
    const consents = await database.consents.ofGroup(groupId)
    if (consents.some((consent) => consent.platformId === platformId && isInForce(consent))) yield [group]
  }
}

/** Every photo that may be posted at this moment, in parts; hidden ones may not (D71). */
export async function* pressImages(
  { database }: Pick<Deps, 'database'>,
  { platformId, groupIds }: ArchiveChoice,
): AsyncGenerator<PressImage[]> {
  const parts = groupIds ? chosenGroups(database, platformId, groupIds) : allGroups(database, platformId)
  for await (const groups of parts) {
    const found: PressImage[] = []
    for (const group of groups) {
      const images = await database.images.ofGroup(group.groupId)
      found.push(...images.filter((image) => image.hiddenReason === null).map((image) => ({ group, image })))
    }
    yield found
  }
}

/** The archive's photos in parts. One without a file, or whose file may still say where it was taken, is left out (D12). */
export async function* archiveEntries(
  deps: Pick<Deps, 'database' | 'files'>,
  isClean: (image: Image) => Promise<boolean>,
  choice: ArchiveChoice,
): AsyncGenerator<ArchiveEntry[]> {
  for await (const images of pressImages(deps, choice)) {
    for (const part of inParts(images, opened)) {
      const entries = await Promise.all(
        part.map(async (postable): Promise<ArchiveEntry[]> => {
          const { image } = postable
          if (image.width === null && !(await isClean(image))) return []
          const file = await deps.files.open('original', image.storedName)
          return file ? [{ ...postable, name: nameOf(postable), file }] : []
        }),
      )
      yield entries.flat()
    }
  }
}

function* inParts<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
