import { makeZip } from 'client-zip'
import type { ManagedGroup } from '#server/domain/caller.ts'
import type { Image } from '#server/domain/image.ts'
import { archivePage } from '#server/groups/presentation/proof-page.ts'
import { proveConsents } from '#server/groups/prove-consents.ts'
import type { Deps } from '#server/ports/deps.ts'
import { viewManagedGroup } from './view-managed-group.ts'

type ArchiveDeps = Pick<Deps, 'database' | 'files' | 'settings' | 'clock'>

/** In the order of the group, so that every system shows them in it. */
const nameOf = ({ uploadOrder, storedName }: Image): string =>
  `photos/${String(uploadOrder).padStart(2, '0')}${storedName.slice(storedName.lastIndexOf('.'))}`

/**
 * Everything stored about a group, for its owner, as a ZIP that is made while it is read: the photos as stored, and
 * texts and consents with wording and history, as JSON and as a page (D73). The link is not in it.
 */
export async function managedArchive(deps: ArchiveDeps, group: ManagedGroup): Promise<AsyncIterable<Uint8Array>> {
  const { managementToken: _secret, images: shown, ...view } = await viewManagedGroup(deps, group)
  const images = await deps.database.images.ofGroup(group.groupId)
  const consents = await proveConsents(deps, group.groupId)
  const names = new Map(images.map((image) => [image.id, nameOf(image)]))
  const listed = shown.map((image) => ({ file: names.get(image.id) ?? null, ...image }))
  const lastModified = deps.clock.now()

  async function* entries() {
    const json = JSON.stringify({ ...view, images: listed, consents }, null, 2)
    yield { name: 'group.json', lastModified, input: json }
    yield { name: 'index.html', lastModified, input: archivePage({ ...view, images: listed }, consents) }
    for (const image of images) {
      const file = await deps.files.open('original', image.storedName)
      if (file) yield { name: nameOf(image), lastModified: file.modifiedAt, size: file.size, input: file.read() }
    }
  }
  return makeZip(entries())
}
