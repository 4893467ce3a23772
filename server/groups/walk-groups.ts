import { setImmediate } from 'node:timers/promises'
import type { GroupFilter, ListedGroup, ModerationReads, Page } from '#server/ports/moderation-reads.ts'

const partSize = 200

/** The groups of a page in parts, however many there are. Other requests run between two parts. */
export async function* walkGroups(
  moderation: Pick<ModerationReads, 'groups'>,
  filter: GroupFilter,
  { limit = Number.POSITIVE_INFINITY, offset, order }: Page = {},
): AsyncGenerator<ListedGroup[]> {
  let left = limit
  let after: ListedGroup['group'] | undefined
  while (left > 0) {
    const size = Math.min(partSize, left)
    const part = await moderation.groups(filter, { limit: size, order, ...(after ? { after } : { offset }) })
    if (part.length > 0) yield part
    if (part.length < size) return
    left -= size
    after = part.at(-1)?.group
    // An embedded database answers without yielding.
    await setImmediate()
  }
}
