import { type Entry, entryOf } from '#server/domain/feed-entry.ts'
import { presentPublicGroup } from '#server/groups/presentation/present-group.ts'
import type { PublishedGroup } from '#server/ports/group-store.ts'

export interface RenderedEntry {
  readonly entry: Entry
  readonly body: Buffer
}

/** `exhibition` is the slug that the payload names (D82). */
export const render = ({ group, images }: PublishedGroup, exhibition: string | undefined): RenderedEntry => ({
  entry: entryOf(group),
  body: Buffer.from(JSON.stringify(presentPublicGroup(group, images, exhibition))),
})
