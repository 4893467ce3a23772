import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { filesOfFile } from '#server/groups/submission-files.ts'
import type { WholeGroup } from '#server/ports/group-transfer.ts'
import type { SubmissionFile } from '#server/ports/submission-store.ts'
import {
  endingId,
  exhibitionIds,
  type GroupState,
  type KnownGroup,
  newGroup,
  type StoredImage,
  settle,
  stateOf,
} from './book.ts'
import type { Inspection } from './inspection.ts'
import { countMessages } from './messages.ts'
import type { Place } from './place.ts'
import { readEverything } from './read-everything.ts'
import { deletedUrls, publicPaths } from './urls.ts'
import { repeat } from './workload.ts'

const settleMs = 20_000
const short = (value: unknown) => JSON.stringify(value)?.slice(0, 1_500) ?? 'nothing'

/** Compares the state after a crash with the answers before. */
export async function inspect(inspection: Inspection): Promise<void> {
  const { connection, complain } = inspection
  // Also completes an interrupted migration or rollback.
  const feed = await connection.visitor('/api/groups')
  if (feed.status !== 200) complain(`GET /api/groups was answered ${feed.status} ${await feed.clone().text()}`)
  await compareEnd(inspection)
  const whole = await wholeGroups(inspection.place)
  const touched = compareGroups(inspection, whole)
  await compareLogs(inspection)
  await compareFiles(inspection, whole)
  compareFeed(inspection, await feed.json(), [1])
  const all = await connection.visitor('/api/groups?exhibition=*')
  compareFeed(inspection, await all.json(), exhibitionIds)
  await readEverything(inspection, touched)
}

/** The end happened completely or not at all; a moment later its groups have the addresses that belong to it. */
async function compareEnd({ place, connection, ending, complain }: Inspection): Promise<void> {
  const answer = await connection.admin('/api/admin/exhibitions')
  const { exhibitions } = (await answer.json()) as { exhibitions: { id: number; isEnded: boolean }[] }
  const isEnded = exhibitions.find(({ id }) => id === endingId)?.isEnded === true
  if (isEnded !== ending.isEnded && isEnded !== ending.asked) complain(`the end of the exhibition is ${isEnded}`)
  Object.assign(ending, { isEnded, asked: undefined })
  const wrong = `exhibition_id = ${endingId} and is_exhibition_ended <> ${isEnded ? 1 : 0}`
  const deadline = Date.now() + settleMs
  while ((await place.query(`select 1 from groups where ${wrong}`)).length > 0) {
    if (Date.now() > deadline) return complain('groups are not as the end of their exhibition demands')
    await sleep(50)
  }
}

async function wholeGroups(place: Place): Promise<WholeGroup[]> {
  await using database = await place.open()
  return await database.transaction((tx) => tx.transfer.after(undefined, 10_000))
}

/** Every group matches the answers; one with an unanswered change is in its old or new state. */
function compareGroups(
  { clients, complain, graveyard, readBack }: Inspection,
  whole: readonly WholeGroup[],
): Set<KnownGroup> {
  const byName = new Map(whole.map((each) => [each.group.name, each]))
  const touched = new Set<KnownGroup>()
  for (const client of clients) {
    for (const group of client.groups) {
      const found = byName.get(group.name)
      const { pending, state } = group
      byName.delete(group.name)
      const actual = found && stateOf(found, group)
      const images = new Map(group.stored)
      for (const url of group.left.splice(0)) graveyard.add(url)
      if (found) for (const url of learn(group, found, complain)) graveyard.add(url)
      if (pending !== undefined) {
        touched.add(group)
        const done = isDeepStrictEqual(actual, pending.after)
        const undone = isDeepStrictEqual(actual, state)
        readBack.recordInterrupted(pending.change.kind, done ? 'done' : undone ? 'undone' : 'broken')
        if (done) settle(group)
        group.pending = undefined
        if (done || undone) repeat(client, pending, done)
      }
      if (!isDeepStrictEqual(actual, group.state)) {
        const asked = pending ? ` or, after ${pending.change.kind}, ${short(pending.after)}` : ''
        complain(`${group.name} is ${short(actual)} instead of ${short(state)}${asked}`)
        group.state = actual
      }
      const left = new Set(group.state?.images.map(({ name }) => name))
      for (const [name, image] of new Map([...images, ...group.stored])) {
        if (!left.has(name)) for (const url of deletedUrls(image)) graveyard.add(url)
      }
      if (group.state === undefined && group.groupId) {
        for (const url of deletedUrls(group)) graveyard.add(url)
      }
    }
  }
  for (const each of byName.values()) complain(`nobody has uploaded ${short(stateOf(each, newGroup('')))}`)
  return touched
}

/**
 * Ids never change, and stored files only by a redaction, also through a rollback and a migration. Addresses of
 * images that were withdrawn are new ones (D47): returns the old ones.
 */
function learn(group: KnownGroup, { group: row, images }: WholeGroup, complain: Inspection['complain']): string[] {
  if (group.groupId && group.groupId !== row.groupId) complain(`${group.name} has another id`)
  if (group.token && group.token !== row.managementToken) complain(`${group.name} has another management token`)
  Object.assign(group, { groupId: row.groupId, token: row.managementToken })
  const left: string[] = []
  for (const [index, image] of images.entries()) {
    const { id, originalName, fileName, previewName, storedName, storedPreviewName, fileSize, uploadOrder } = image
    if (uploadOrder !== index + 1) complain(`${group.name} has a gap in the order of its images`)
    const known = group.stored.get(originalName ?? '')
    const now = { id, fileName, previewName, fileSize, files: [storedName, storedPreviewName] }
    const redacted = group.pending?.change.kind === 'photo redacted'
    const unchanged = known === undefined || (known.id === id && (redacted || hasSameFiles(known, now)))
    if (!unchanged) complain(`${group.name}: ${short(known)} became ${short(now)}`)
    if (known && known.fileName !== fileName) left.push(...publicPaths(known))
    group.stored.set(originalName ?? '', now)
  }
  return left
}

const hasSameFiles = (known: StoredImage, now: StoredImage) =>
  known.fileSize === now.fileSize && isDeepStrictEqual(known.files ?? now.files, now.files)

const asObject = (counts: ReadonlyMap<string, unknown>) => Object.fromEntries([...counts].sort())

/** Each deletion has one entry, each change by an owner its entry in the audit log, each notification was queued. */
async function compareLogs({ place, clients, delivered, complain }: Inspection): Promise<void> {
  await using database = await place.open()
  const deletions = Map.groupBy(await database.deletionLog.latest('all'), ({ groupId }) => groupId)
  const audits = Map.groupBy(await database.auditLog.latest('all', 1_000_000), ({ groupId }) => groupId)
  const queued = await place.query('select kind, payload from notifications')
  // Read after the queue: a message that moves meanwhile is seen twice, not never.
  const messages = countMessages(delivered(), queued)
  for (const group of clients.flatMap(({ groups }) => groups)) {
    if (group.groupId === '') continue
    const { deletion, groupId, name } = group
    const entries = (deletions.get(groupId) ?? []).map(({ reason, imageCount, totalFileSize }) => ({
      reason,
      imageCount,
      bytes: totalFileSize,
    }))
    if (!isDeepStrictEqual(entries, deletion ? [deletion] : [])) {
      complain(`${name}: the deletion log has ${short(entries)} instead of ${short(deletion ?? [])}`)
      group.deletion = entries[0]
    }
    deletions.delete(groupId)
    const counted = new Map<string, number>()
    for (const { action, success } of audits.get(groupId) ?? []) {
      if (success && action !== 'view_group') counted.set(action, (counted.get(action) ?? 0) + 1)
    }
    if (!isDeepStrictEqual(asObject(counted), asObject(group.audits))) {
      complain(`${name}: the audit log has ${short(asObject(counted))} instead of ${short(asObject(group.audits))}`)
      group.audits.clear()
      for (const [action, count] of counted) group.audits.set(action, count)
    }
    for (const kind of ['upload', 'group_deleted', 'revoke', 'restore']) {
      const [sent = 0, asked = 0] = [messages.get(`${kind} ${name}`), group.messages.get(kind)]
      // What waited goes with a deleted group, but for the deletion's own (D48).
      const mayBeGone = group.deletion !== undefined && kind !== 'group_deleted'
      // A crash between sending a message and recording it repeats it (D40).
      if ((sent < asked && !mayBeGone) || (asked === 0 && sent > 0))
        complain(`${name}: ${sent} of ${asked} notifications ${kind}`)
    }
  }
  if (deletions.size > 0) complain(`the deletion log has groups that nobody deleted: ${short([...deletions])}`)
}

/** After the service's cleanup the files match the rows and the unfinished submissions; nothing else is left. */
async function compareFiles({ place, complain }: Inspection, whole: readonly WholeGroup[]): Promise<void> {
  const submissions = await place.query(`select files from submissions where group_id is null and expires_at > '2021'`)
  const held = submissions.flatMap(({ files }) => (JSON.parse(String(files)) as SubmissionFile[]).flatMap(filesOfFile))
  const isHeld = new Set(held.map(({ name }) => name))
  const expected = new Set([
    ...held.map(({ kind, name }) => `${kind === 'original' ? 'upload' : 'previews'}/${name}`),
    ...whole.flatMap(({ images }) =>
      images.flatMap(({ storedName, storedPreviewName }) => [`upload/${storedName}`, `previews/${storedPreviewName}`]),
    ),
  ])
  const deadline = Date.now() + settleMs
  for (;;) {
    const files = new Set(await place.files())
    const folder = (await readdir(place.dataDir)).filter((name) => /\.(tmp|part)$|^groups\.json$/.test(name))
    const removals = await place.query('select name from file_removals')
    const planned = removals.filter(({ name }) => !isHeld.has(String(name)))
    if (files.symmetricDifference(expected).size === 0 && folder.length === 0 && planned.length === 0) return
    if (Date.now() > deadline) {
      for (const file of [...files.difference(expected), ...folder]) complain(`${file} stays though nothing needs it`)
      for (const file of expected.difference(files)) complain(`${file} is missing`)
      if (planned.length > 0) complain(`${planned.length} files are still planned to be removed`)
      return
    }
    await sleep(20)
  }
}

const shownOf = ({ state, stored }: KnownGroup) =>
  (state?.images ?? []).filter(({ hidden }) => !hidden).map(({ name }) => stored.get(name)?.id)

const isPublished = ({ approved, history }: GroupState) =>
  approved && history.findLast((line) => line.startsWith('null '))?.startsWith('null revoke') !== true

function compareFeed(
  { clients, complain, readBack, ending }: Inspection,
  feed: unknown,
  exhibitions: readonly number[],
): void {
  const { groups } = feed as { groups: { groupId: string; images: { id: number }[] }[] }
  const shown = new Map(groups.map(({ groupId, images }) => [groupId, images.map(({ id }) => id)]))
  const isShown = ({ exhibition }: GroupState) =>
    exhibitions.includes(exhibition) && !(exhibition === endingId && ending.isEnded)
  const published = clients
    .flatMap(({ groups }) => groups)
    .filter(({ state }) => state && isPublished(state) && isShown(state))
  const expected = published.flatMap((group) => {
    const ids = shownOf(group)
    return ids.length > 0 ? [[group.groupId, ids] as const] : []
  })
  readBack.recordHidden(published)
  if (!isDeepStrictEqual(asObject(shown), asObject(new Map(expected)))) complain(`the feed has ${short([...shown])}`)
}
