import { createHash, hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Deps } from '#server/deps.ts'
import { presentPublicGroup } from '#server/groups/present-group.ts'
import type { ReadyAnswer } from '#server/http/ready-answer.ts'
import type { GroupWithImages } from '#server/ports/group-store.ts'

/** `gzip` joins it once it is made. */
type Prepared = { -readonly [K in keyof ReadyAnswer]: ReadyAnswer[K] }

const headers = ['cache-control', 'no-cache', 'vary', 'Accept-Encoding']
const contentType = 'application/json; charset=utf-8'
const ready = (etag: string, body: Buffer): Prepared => ({ etag, headers, contentType, body })

interface Entry {
  readonly groupId: string
  readonly order: readonly [date: string, year: number, uploadDate: string, groupId: string]
  readonly prepared: ReadyAnswer
}

export interface PublishedFeed {
  /** All published groups, or `limit` of them from `offset`. */
  list(page?: { limit?: number | undefined; offset?: number | undefined }): Promise<ReadyAnswer>
  group(groupId: string): Promise<ReadyAnswer | undefined>
  /** The same, of all groups or of one, as far as it is rendered and nothing has changed since. */
  atHand(groupId?: string): ReadyAnswer | undefined | Promise<ReadyAnswer | undefined>
}

const compress = promisify(gzip)
/** Below this a compressed answer is no smaller on the wire. */
const worthCompressing = 1_400

/** Capture date where there is one, else 1 January of the year; then year, upload date, group id (D15). */
const orderOf = ({ group }: GroupWithImages): Entry['order'] => [
  group.captureDate ?? `${String(group.year).padStart(4, '0')}-01-01`,
  group.year,
  group.uploadDate,
  group.groupId,
]

function compare({ order: a }: Entry, { order: b }: Entry): number {
  for (let i = 0; i < a.length; i++) {
    const [left, right] = [a[i] as string | number, b[i] as string | number]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

/** Starts compressing; until that is done the plain bytes are sent, so that nobody waits or gets an old state. */
function prepare(body: Buffer, etag: string): ReadyAnswer {
  const prepared = ready(etag, body)
  if (body.length >= worthCompressing) {
    compress(body).then(
      (compressed) => {
        prepared.gzip = compressed
      },
      () => undefined,
    )
  }
  return prepared
}

/** From the bytes alone, so that all replicas, also newer and restarted ones, say the same of the same content. */
const tagOf = (digest: string) => `W/"${digest}"`

/**
 * The public feed as prebuilt bytes. Each read compares one number with the database's; after a change only the
 * groups that changed are read and rendered again, so that a read costs the bytes it sends.
 */
export function createPublishedFeed({ storage }: Pick<Deps, 'storage'>): PublishedFeed {
  const entries = new Map<string, Entry>()
  let sorted: Entry[] = []
  let whole: ReadyAnswer | undefined
  /** Of all groups in their order: uploads that wait for approval do not empty caches. */
  let etag = ''
  let version = -1
  let refreshing: Promise<void> | undefined

  function render(found: GroupWithImages): Entry {
    const json = Buffer.from(JSON.stringify(presentPublicGroup(found.group, found.images)))
    return {
      groupId: found.group.groupId,
      order: orderOf(found),
      prepared: ready(tagOf(hash('sha1', json, 'base64url')), json),
    }
  }

  function arrange(): void {
    sorted = [...entries.values()].sort(compare)
    const tags = createHash('sha1')
    for (const { prepared } of sorted) tags.update(prepared.etag)
    etag = tagOf(tags.digest('base64url'))
    whole = undefined
  }

  async function refresh(): Promise<void> {
    const first = version < 0
    const changes = await storage.changes.since(version)
    const found = await storage.groups.published(first ? undefined : changes.groupIds)
    const before = entries.size
    version = changes.version
    let visible = false
    if (!first) for (const groupId of changes.groupIds) visible = entries.delete(groupId) || visible
    for (const each of found) entries.set(each.group.groupId, render(each))
    if (first || visible || found.length > 0 || entries.size !== before) {
      arrange()
    }
  }

  /** Brings the copy to the state of the database at the time of the call. */
  async function follow(): Promise<void> {
    for (;;) {
      const current = storage.changes.version()
      if ((typeof current === 'number' ? current : await current) <= version) return
      refreshing ??= refresh().finally(() => {
        refreshing = undefined
      })
      await refreshing
    }
  }

  function body(part: readonly Entry[]): Buffer {
    const pieces: Buffer[] = [Buffer.from('{"groups":[')]
    for (const [index, { prepared }] of part.entries()) {
      if (index > 0) pieces.push(comma)
      pieces.push(prepared.body)
    }
    pieces.push(Buffer.from(`],"totalCount":${sorted.length}}`))
    return Buffer.concat(pieces)
  }

  return {
    async list({ limit, offset } = {}) {
      await follow()
      if (limit === undefined && offset === undefined) {
        whole ??= prepare(body(sorted), etag)
        return whole
      }
      const start = offset ?? 0
      return ready(etag, body(sorted.slice(start, limit === undefined ? undefined : start + limit)))
    },
    async group(groupId) {
      await follow()
      return entries.get(groupId)?.prepared
    },
    atHand(groupId) {
      const current = storage.changes.version()
      const found = (latest: number) => {
        if (latest !== version) return undefined
        return groupId === undefined ? whole : entries.get(groupId)?.prepared
      }
      return typeof current === 'number' ? found(current) : current.then(found)
    },
  }
}

const comma = Buffer.from(',')
