import { setImmediate } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { presentPublicGroup } from '#server/groups/present-group.ts'
import type { ReadyAnswer } from '#server/http/stored-files/ready-answer.ts'
import type { ChangePosition } from '#server/ports/content-changes.ts'
import type { GroupWithImages } from '#server/ports/group-store.ts'
import { createFeedPieces, type Entry } from './feed-pieces.ts'
import { readyJson, tagOf } from './ready-json.ts'

/** Groups that are read and rendered without giving way to other requests. */
const partSize = 100

export interface PublishedFeed {
  /** All published groups, or `limit` of them from `offset`. */
  list(page?: { limit?: number | undefined; offset?: number | undefined }): Promise<ReadyAnswer>
  group(groupId: string): Promise<ReadyAnswer | undefined>
  /** The same, of all groups or of one, as far as it is rendered and nothing has changed since. */
  cached(groupId?: string): ReadyAnswer | undefined | Promise<ReadyAnswer | undefined>
}

/** Capture date where there is one, else 1 January of the year; then year, upload date, group id (D15). */
const orderOf = ({ group }: GroupWithImages): Entry['order'] => [
  group.captureDate ?? `${String(group.year).padStart(4, '0')}-01-01T00:00:00.000Z`,
  group.year,
  group.uploadDate,
  group.groupId,
]

const versionOf = (position: ChangePosition | undefined): number => position?.version ?? -1

function render(found: GroupWithImages): Entry {
  const json = Buffer.from(JSON.stringify(presentPublicGroup(found.group, found.images)))
  return { groupId: found.group.groupId, order: orderOf(found), answer: readyJson(tagOf(json), json) }
}

/**
 * The public feed as prebuilt bytes. Each read compares one number with the database's; after a change only the
 * groups that changed are read and rendered again, so that a read costs the bytes it sends. Uploads that wait for
 * approval change nothing here.
 */
export function createPublishedFeed({ database }: Pick<Deps, 'database'>): PublishedFeed {
  const entries = new Map<string, Entry>()
  const pieces = createFeedPieces()
  /** None before the first read. */
  let position: ChangePosition | undefined
  let refreshing: Promise<void> | undefined

  function replace(groupId: string, next: Entry | undefined): void {
    pieces.replace(entries.get(groupId), next)
    if (next) entries.set(groupId, next)
    else entries.delete(groupId)
  }

  /** All groups. What changes meanwhile is read again afterwards; nobody is served before. */
  async function load(): Promise<void> {
    for (const groupId of [...entries.keys()]) replace(groupId, undefined)
    const begun = await database.changes.position()
    const groupIds = await database.groups.publishedIds()
    for (let start = 0; start < groupIds.length; start += partSize) {
      const part = await database.groups.published(groupIds.slice(start, start + partSize))
      for (const each of part) replace(each.group.groupId, render(each))
      // An embedded database answers without giving way.
      await setImmediate()
    }
    position = begun
  }

  async function refresh(): Promise<void> {
    if (position === undefined) return load()
    const changes = await database.changes.since(position)
    const found = await database.groups.published(changes.groupIds)
    position = changes.position
    const shown = new Map(found.map((each) => [each.group.groupId, render(each)]))
    for (const groupId of changes.groupIds) replace(groupId, shown.get(groupId))
  }

  /** Brings the copy to the state of the database at the time of the call. */
  async function follow(): Promise<void> {
    for (;;) {
      const current = database.changes.version()
      if ((typeof current === 'number' ? current : await current) <= versionOf(position)) return
      refreshing ??= refresh().finally(() => {
        refreshing = undefined
      })
      await refreshing
    }
  }

  return {
    async list({ limit, offset } = {}) {
      await follow()
      return limit === undefined && offset === undefined ? pieces.whole() : pieces.page(offset ?? 0, limit)
    },
    async group(groupId) {
      await follow()
      return entries.get(groupId)?.answer
    },
    cached(groupId) {
      const current = database.changes.version()
      const found = (latest: number) => {
        if (latest !== versionOf(position)) return undefined
        return groupId === undefined ? pieces.whole() : entries.get(groupId)?.answer
      }
      return typeof current === 'number' ? found(current) : current.then(found)
    },
  }
}
