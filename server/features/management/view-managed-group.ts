import { makeZip } from 'client-zip'
import type { Static } from 'typebox'
import type * as contract from '#contract/management.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import { deletionDateOf } from '#server/domain/cleanup.ts'
import { closingTime, isEndedAt } from '#server/domain/exhibition.ts'
import { type Group, type Image, isPublic } from '#server/domain/group.ts'
import { findGroup } from '#server/groups/change-group.ts'
import { presentGroup } from '#server/groups/presentation/present-group.ts'
import { archivePage } from '#server/groups/presentation/proof-page.ts'
import { proveConsents } from '#server/groups/prove-consents.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { EnsureClean } from '#server/ports/file-store.ts'

type ViewDeps = Pick<Deps, 'database' | 'settings' | 'clock' | 'exhibitions'>
type View = Static<typeof contract.ManagedGroup>

/** The group of a token that was just looked up. AppError GROUP_NOT_FOUND when it was deleted since. */
export async function viewManagedGroup(deps: ViewDeps, group: ManagedGroup): Promise<View> {
  const images = await deps.database.images.ofGroup(group.groupId)
  // Deleted since its token was checked, or migrated without images.
  if (images.length === 0) await findGroup(deps, group)
  return present(deps, group, images)
}

/** The group after a change, for the answer to the change. AppError GROUP_NOT_FOUND when it was deleted since. */
export async function viewChangedGroup(deps: ViewDeps, target: ManagedGroup): Promise<View> {
  const [group, images] = await Promise.all([findGroup(deps, target), deps.database.images.ofGroup(target.groupId)])
  return present(deps, group, images)
}

/** A time that has come. */
const past = (time: string | null | undefined, now: Date): string | null =>
  time && Date.parse(time) <= now.getTime() ? time : null

async function present(deps: ViewDeps, group: Group, images: Parameters<typeof presentGroup>[2]): Promise<View> {
  const { database, settings, clock } = deps
  const now = clock.now()
  const exhibition = deps.exhibitions.withId(group.exhibitionId)
  const endsAt = exhibition?.endsAt ?? null
  const isEnded = isEndedAt({ endsAt }, now)
  return {
    ...presentGroup(deps, group, images),
    managementToken: group.managementToken,
    isPublished: isPublic(group),
    wasApproved: group.firstApprovedAt !== null,
    workshopRevokedTimestamp: group.workshopRevokedTimestamp,
    deletionDate: deletionDateOf(group, { ...settings.retention, exhibition }, now),
    moderationNote: group.moderationNote,
    exhibitionClosedAt: past(exhibition && closingTime(exhibition), now),
    exhibitionEndsAt: isEnded ? null : endsAt,
    exhibitionEndedAt: isEnded ? endsAt : null,
    socialMediaConsents: await database.consents.ofGroup(group.groupId),
  }
}

type ArchiveDeps = Pick<Deps, 'database' | 'files' | 'settings' | 'clock' | 'exhibitions'>

/** In the order of the group, so that every system shows them in it. */
const nameOf = ({ uploadOrder, storedName }: Image): string =>
  `photos/${String(uploadOrder).padStart(2, '0')}${storedName.slice(storedName.lastIndexOf('.'))}`

/**
 * Everything stored about a group, for its owner, as a ZIP that is made while it is read: the photos as stored, and
 * texts and consents with wording and history, as JSON and as a page (D73). The link is not in it.
 */
export async function managedArchive(deps: ArchiveDeps, group: ManagedGroup, ensureClean: EnsureClean) {
  const { managementToken: _secret, images: shown, ...view } = await viewManagedGroup(deps, group)
  const images = await deps.database.images.ofGroup(group.groupId)
  const consents = await proveConsents(deps, group)
  const names = new Map(images.map((image) => [image.id, nameOf(image)]))
  const listed = shown.map((image) => ({ file: names.get(image.id) ?? null, ...image }))
  const lastModified = deps.clock.now()

  async function* entries() {
    const json = JSON.stringify({ ...view, images: listed, consents }, null, 2)
    yield { name: 'group.json', lastModified, input: json }
    yield { name: 'index.html', lastModified, input: archivePage({ ...view, images: listed }, consents) }
    for (const image of images) {
      await ensureClean(image)
      const file = await deps.files.open('original', image.storedName)
      if (file) yield { name: nameOf(image), lastModified: file.modifiedAt, size: file.size, input: file.read() }
    }
  }
  return makeZip(entries())
}
