import {
  type Change,
  deletedId,
  exhibitionIds,
  type GroupState,
  isDue,
  type KnownGroup,
  newGroup,
  type Pending,
  type Source,
  settle,
} from './book.ts'
import {
  approveInBulk,
  changeOne,
  cleanUp,
  deleteInBulk,
  endOrResume,
  migrate,
  moveSeveral,
  rollBack,
  uploadBatch,
  uploadSingle,
} from './changes.ts'
import type { Connection } from './connection.ts'
import { type Kind, kindsOfOne, ofSeveral, uploads } from './kinds.ts'
import { uploadSubmission } from './submission.ts'
import { publicPaths } from './urls.ts'

/** Makes one change after another, of its own groups. */
export interface Client {
  readonly groups: KnownGroup[]
  readonly kinds: readonly Kind[]
  /** A request without an answer because of a crash, repeated with the same key. */
  readonly repeats: Change[]
}

const deletions: readonly Kind[] = [
  'group deleted',
  'group deleted by an admin',
  'groups deleted in bulk',
  'cleanup',
  'deletion after an end',
]

const isUpload = ({ kind }: Change) => uploads.some((upload) => upload === kind)

/** The same request may be repeated: it must not take effect twice. */
export function repeat(client: Client, { change, ...pending }: Pending, done: boolean): void {
  const [group] = change.changes[0] ?? []
  if (group === undefined || (!isUpload(change) && change.kind !== 'images added')) return
  if (!done) {
    if (!change.givesUp) client.repeats.push(change)
  } else if (pending.after !== undefined) {
    const { after, audit } = pending
    client.repeats.push({ ...change, changes: [[group, { after, ...(audit && { audit }) }]] })
  }
}

/** Visitors with their links, and an admin who works on many groups at once. */
export const newClients = (): Client[] => [
  { groups: [], kinds: [...uploads, ...kindsOfOne], repeats: [] },
  { groups: [], kinds: [...uploads, ...kindsOfOne], repeats: [] },
  { groups: [], kinds: [...uploads, ...ofSeveral], repeats: [] },
]

const fewGroups = 3
const manyGroups = 7

/** Groups that the client can change: existing and completely known. */
const changeable = ({ groups }: Client) =>
  groups.flatMap((group): [KnownGroup, GroupState][] => {
    const { state, pending, stored } = group
    const known = state !== undefined && pending === undefined && state.images.every(({ name }) => stored.has(name))
    return known ? [[group, state]] : []
  })

function changeOf(source: Source, client: Client, kind: Kind): Change | undefined {
  const groups = changeable(client)
  const { random } = source
  const begun = () => {
    const group = newGroup(`Visitor ${source.serial()}`)
    client.groups.push(group)
    return group
  }
  switch (kind) {
    case 'batch upload':
      return uploadBatch(source, begun())
    case 'single upload':
      return uploadSingle(source, begun())
    case 'submission':
      return uploadSubmission(source, begun())
    case 'rollback':
      return rollBack
    case 'migration':
      return migrate
    case 'end of an exhibition':
      return endOrResume(source.ending)
    case 'cleanup': {
      const due = groups.filter((each) => isDue(...each))
      return due.length > 0 ? cleanUp(kind, due) : undefined
    }
    case 'deletion after an end': {
      const due = groups.filter((each) => isDue(...each))
      return due.some(([, { exhibition }]) => exhibition === deletedId)
        ? cleanUp(kind, due)
        : changeSeveral(source, { kind: 'groups moved', groups, to: deletedId })
    }
    case 'groups deleted in bulk':
    case 'groups approved in bulk':
    case 'groups moved':
      return changeSeveral(source, { kind, groups, to: random.pick(exhibitionIds) })
    default:
      return groups.length > 0 ? changeOne(source, kind, random.pick(groups)[0]) : undefined
  }
}

interface Several {
  readonly kind: 'groups deleted in bulk' | 'groups approved in bulk' | 'groups moved'
  readonly groups: readonly [KnownGroup, GroupState][]
  /** The exhibition that the groups are moved to. */
  readonly to: number
}

function changeSeveral({ random }: Source, { kind, groups, to }: Several): Change | undefined {
  // Due groups may be deleted by the cleanup at any time.
  const some = random.shuffled(groups.filter((each) => !isDue(...each))).slice(0, 2 + random.below(2))
  if (some.length === 0) return undefined
  if (kind === 'groups moved') return moveSeveral(to, some)
  return kind === 'groups deleted in bulk' ? deleteInBulk(some) : approveInBulk(some)
}

function nextKind({ random }: Source, client: Client, aim: Kind | undefined): Kind {
  const { length } = changeable(client)
  if (aim && client.kinds.includes(aim) && length > 0 && random.chance(0.5)) return aim
  if (length < fewGroups) return random.pick(['batch upload', 'submission', ...uploads])
  if (length > manyGroups) return random.pick(client.kinds.filter((kind) => deletions.includes(kind)))
  return random.pick(client.kinds)
}

export interface Workload {
  /** Requested changes without an answer yet. */
  readonly running: ReadonlySet<Change>
  readonly answered: () => number
  /** Resolves when a change of this kind has been requested. */
  started(kind: Kind): Promise<void>
  /** Milliseconds that changes of this kind take. */
  typicalMs(kind: Kind): number
  /** Stops new changes; resolves when all are answered, or never will be. */
  stop(): Promise<void>
}

export interface Surroundings {
  readonly source: Source
  readonly connection: Connection
  readonly durations: Map<Kind, number>
  readonly complain: (finding: string) => void
}

/** Lets the clients work, preferring `aim`, until they are stopped or the service is down. */
export function startWorkload(clients: readonly Client[], aim: Kind | undefined, around: Surroundings): Workload {
  const { source, connection, durations, complain } = around
  const running = new Set<Change>()
  const waiting = new Map<Kind, (() => void)[]>()
  let answered = 0
  let stopped = false

  async function perform(change: Change): Promise<boolean> {
    for (const [group, pending] of change.changes) group.pending = { ...pending, change }
    running.add(change)
    for (const resolve of waiting.get(change.kind) ?? []) resolve()
    waiting.delete(change.kind)
    const began = performance.now()
    let status: number
    let text: string
    try {
      const response = await change.send(connection)
      status = response.status
      text = await response.text()
    } catch {
      return false
    } finally {
      running.delete(change)
    }
    if (status !== 200) {
      complain(`${change.kind} was answered ${status} ${text}`)
      return true
    }
    answered++
    durations.set(change.kind, 0.7 * (durations.get(change.kind) ?? 50) + 0.3 * (performance.now() - began))
    for (const [group] of change.changes) {
      settle(group)
      if (isUpload(change)) {
        const { groupId, managementToken } = JSON.parse(text)
        if (group.groupId && group.groupId !== groupId) complain(`a repeated ${change.kind} made a second group`)
        Object.assign(group, { groupId, token: managementToken })
      }
      if (change.kind === 'photo redacted') recordRedaction(group, JSON.parse(text))
      await learn(connection, group)
    }
    return true
  }

  const work = async (client: Client) => {
    while (!stopped) {
      const change = client.repeats.pop() ?? changeOf(source, client, nextKind(source, client, aim))
      if (change === undefined) await new Promise((resolve) => setTimeout(resolve, 2))
      else if (!(await perform(change).catch(() => false))) return
    }
  }
  const working = clients.map(work)
  return {
    running,
    answered: () => answered,
    started(kind) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(kind, [...(waiting.get(kind) ?? []), resolve])
      return promise
    },
    typicalMs: (kind) => durations.get(kind) ?? 50,
    async stop() {
      stopped = true
      await Promise.all(working)
    },
  }
}

/** The ids and stored names that the service gave to images of the group. */
async function learn({ admin }: Connection, { groupId, state, stored }: KnownGroup): Promise<void> {
  if (state === undefined || state.images.every(({ name }) => stored.has(name))) return
  const response = await admin(`/api/admin/groups/${groupId}`)
  const { images } = (await response.json()) as {
    images: { id: number; originalName: string; fileName: string; previewPath: string; fileSize: number }[]
  }
  for (const { id, originalName, fileName, previewPath, fileSize } of images) {
    if (stored.has(originalName)) continue
    const previewName = previewPath.slice('/previews/'.length)
    // A new image has not been renamed yet.
    const files = [fileName, previewName]
    stored.set(originalName, { id, fileName, previewName, fileSize, files })
  }
}

interface Redacted {
  readonly image: { id: number; originalName: string; fileName: string; previewPath: string; fileSize: number }
}

/** A redacted image has new files and addresses. */
function recordRedaction({ stored, left }: KnownGroup, { image }: Redacted): void {
  const { id, originalName, fileName, previewPath, fileSize } = image
  const known = stored.get(originalName)
  if (known) left.push(...publicPaths(known))
  const previewName = previewPath.slice('/previews/'.length)
  stored.set(originalName, { id, fileName, previewName, fileSize, files: [fileName, previewName] })
}
