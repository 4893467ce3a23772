import type { Deps } from '#server/deps.ts'
import { isInForce } from '#server/domain/consent.ts'
import type { Group } from '#server/domain/group.ts'
import type { Image } from '#server/domain/image.ts'
import { fold } from '#server/domain/text/fold.ts'
import type { StoredFile } from '#server/ports/file-store.ts'
import { postableGroups } from './postable-groups.ts'

export interface ArchiveChoice {
  readonly platformId: number
  /** Default: all groups. */
  readonly groupIds?: ReadonlySet<string> | undefined
}

export interface PostableImage {
  readonly group: Group
  readonly image: Image
}

export interface ArchiveEntry extends PostableImage {
  readonly name: string
  readonly file: StoredFile
}

/** Files looked up at a time: each one in a bucket takes a round trip. */
const opened = 16

const titleLength = 40

/** By date, group and order (D78). */
function nameOf({ group, image }: PostableImage): string {
  const date = (group.captureDate ?? group.uploadDate).slice(0, 10)
  const title = fold(group.title ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, titleLength)
    .replace(/^-|-$/g, '')
  const order = String(image.uploadOrder).padStart(2, '0')
  const extension = image.storedName.slice(image.storedName.lastIndexOf('.'))
  return `${[date, title, group.groupId, order].filter(Boolean).join('_')}${extension}`
}

async function* allGroups(database: Deps['database'], platformId: number): AsyncGenerator<Group[]> {
  for await (const part of postableGroups(database, platformId)) yield part.map(({ group }) => group)
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

/** Every photo that may be posted at this moment; hidden ones may not (D71). */
export async function postableImages(
  { database }: Pick<Deps, 'database'>,
  { platformId, groupIds }: ArchiveChoice,
): Promise<PostableImage[]> {
  const found: PostableImage[] = []
  const parts = groupIds ? chosenGroups(database, platformId, groupIds) : allGroups(database, platformId)
  for await (const groups of parts) {
    for (const group of groups) {
      const images = await database.images.ofGroup(group.groupId)
      found.push(...images.filter((image) => image.hiddenReason === null).map((image) => ({ group, image })))
    }
  }
  return found
}

/** The archive's entries. A photo without a file, or whose file may still say where it was taken, is left out (D12). */
export async function archiveEntries(
  deps: Pick<Deps, 'database' | 'files'>,
  isClean: (image: Image) => Promise<boolean>,
  choice: ArchiveChoice,
): Promise<ArchiveEntry[]> {
  const images = await postableImages(deps, choice)
  const entries: ArchiveEntry[] = []
  for (let start = 0; start < images.length; start += opened) {
    const part = images.slice(start, start + opened)
    const files = await Promise.all(
      part.map(async ({ image }) =>
        image.width !== null || (await isClean(image)) ? deps.files.open('original', image.storedName) : undefined,
      ),
    )
    for (const [index, file] of files.entries()) {
      const postable = part[index]
      if (file && postable) entries.push({ ...postable, name: nameOf(postable), file })
    }
  }
  return entries
}
