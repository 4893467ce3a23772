import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { Client } from 'pg'
import { createS3Client } from '#server/adapters/files/s3-client.ts'
import { first, hashOf, isShown, type KnownGroup } from './known-groups.ts'
import type { World } from './world.ts'

interface Run {
  readonly world: World
  readonly groups: readonly KnownGroup[]
  /** Gets the time of each accepted upload of which something is missing. */
  readonly lost: number[]
  /** Kills of processes and databases: each may repeat the message that was being sent. */
  readonly ends: number
}

export interface Verdict {
  readonly broken: string[]
  /** What was checked. */
  readonly checked: string[]
}

export async function withDatabase<T>({ databaseUrl }: World, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const rows = async <T>(world: World, text: string, values: unknown[] = []): Promise<T[]> =>
  withDatabase(world, async (client) => (await client.query(text, values)).rows as T[])

async function until(isSo: () => Promise<boolean>, seconds: number): Promise<boolean> {
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(200)) {
    if (await isSo()) return true
  }
  return false
}

/** Compares the stored state with the answers; all parts are up and there are no other requests. */
export async function judge(run: Run): Promise<Verdict> {
  const verdict: Verdict = { broken: [], checked: [] }
  const before = await namesInBucket(run.world)
  await letTimePass(run.world)
  await judgeMessages(run, verdict)
  await judgeFiles(run, verdict, before.length)
  await judgeGroups(run, verdict)
  await judgeDeletions(run, verdict)
  await judgeFeed(run, verdict)
  return verdict
}

/** A day without requests: leases of killed processes and submissions have expired, and files of abandoned uploads are due. */
async function letTimePass(world: World): Promise<void> {
  await Promise.all(world.replicas.map((replica) => replica.stop('SIGTERM')))
  const past = '2000-01-01T00:00:00.000Z'
  await rows(world, 'update jobs set lease_owner = null, lease_until = null')
  await rows(world, `update file_removals set due_at = $1 where due_at <> 'held'`, [past])
  await rows(world, 'update submissions set expires_at = $1 where group_id is null', [past])
  await rows(world, 'update notifications set next_attempt_at = $1', [past])
  await Promise.all(world.replicas.map((replica) => replica.start()))
}

async function judgeGroups({ world, groups, lost }: Run, { broken, checked }: Verdict): Promise<void> {
  let files = 0
  const waiting = [...groups.entries()]
  const judgeNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const found = broken.length
      files += await judgeGroup(world, next, broken)
      if (broken.length > found && !next[1].gone) lost.push(next[1].acceptedAt)
    }
  }
  await Promise.all(Array.from({ length: 4 }, judgeNext))
  const alive = groups.filter(({ gone }) => !gone).length
  checked.push(`${groups.length} accepted uploads: ${alive} groups as they should be, with ${files} files read`)
}

type Shaped = Readonly<{ id: number; fileName: string; description?: unknown; imageDescription?: unknown }>
const shapeOf = (images: readonly Shaped[]) =>
  images.map(({ id, fileName, description, imageDescription }) => [
    id,
    fileName,
    description ?? imageDescription ?? null,
  ])

/** Returns the number of files that were read. */
async function judgeGroup(world: World, [index, group]: [number, KnownGroup], broken: string[]): Promise<number> {
  const replica = world.replicas[index % 2]?.url
  const other = world.replicas[(index + 1) % 2]?.url
  // Each address is counted separately: many requests for deleted groups would be refused.
  const headers = { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` }
  const answer = await fetch(`${replica}/api/manage/${group.token}`, { headers })
  const body = await answer.text()
  if (answer.status !== (group.gone ? 404 : 200)) {
    broken.push(`${group.name}${group.gone ? `, deleted (${group.gone}),` : ''} is ${answer.status} ${body}`)
  }
  if (group.gone || answer.status !== 200) return 0
  const { data } = JSON.parse(body)
  const is = {
    title: data.title,
    approved: data.isApproved,
    workshop: data.display_in_workshop,
    images: shapeOf(data.images),
  }
  const { title, approved, workshop, images } = group
  const expected = { title, approved, workshop, images: shapeOf(images) }
  if (JSON.stringify(is) !== JSON.stringify(expected)) {
    broken.push(`${group.name} is ${JSON.stringify(is)} but should be ${JSON.stringify(expected)}`)
  }
  for (const { filePath, previewPath, hash } of images) {
    const original = await fetch(`${other}${filePath}`)
    if (hashOf(new Uint8Array(await original.arrayBuffer())) !== hash) {
      broken.push(`${filePath} of ${group.name} has other bytes than were sent (${original.status})`)
    }
    const preview = await fetch(`${replica}${previewPath}`)
    const bytes = new Uint8Array(await preview.arrayBuffer())
    if (preview.status !== 200 || bytes[0] !== 0xff || bytes[1] !== 0xd8) {
      broken.push(`${previewPath} of ${group.name} is ${preview.status}`)
    }
  }
  return images.length * 2
}

async function judgeDeletions({ world, groups }: Run, { broken, checked }: Verdict): Promise<void> {
  const log = await rows<{ group_id: string; deletion_reason: string }>(world, 'select * from deletion_log')
  const entries = Map.groupBy(log, ({ group_id }) => group_id)
  for (const { name, groupId, gone } of groups) {
    const reasons = (entries.get(groupId) ?? []).map((entry) => entry.deletion_reason)
    if (String(reasons) !== String(gone ? [gone] : []))
      broken.push(`${name}: deletion log ${reasons}, expected ${gone}`)
  }
  const known = new Set(groups.map(({ groupId }) => groupId))
  const stored = await rows<{ group_id: string; name: string }>(world, 'select group_id, name from groups')
  for (const { group_id, name } of stored) if (!known.has(group_id)) broken.push(`${name} was never accepted`)
  const count = (reason: string) => log.filter((entry) => entry.deletion_reason === reason).length
  checked.push(
    `${log.length} entries of the deletion log, each once: ${count('user_deletion')} by owners, ` +
      `${count('admin_moderation_deletion')} by admins`,
  )
}

async function judgeMessages({ world, groups, ends }: Run, { broken, checked }: Verdict): Promise<void> {
  const isEmpty = async () => (await rows(world, 'select id from notifications limit 1')).length === 0
  if (!(await until(isEmpty, 90))) broken.push('Messages are still waiting 90 seconds after the last fault')
  const texts = world.messenger.texts()
  const sent = Map.groupBy(texts, (text) => {
    const [line = '', ...more] = text.split('\n')
    return `${line}/${more.find((each) => each.startsWith('From: '))?.slice(6)}`
  })
  let repeated = 0
  let dropped = 0
  const expect = (key: string, times: number, { mayBeDropped = false } = {}) => {
    const found = sent.get(key)?.length ?? 0
    sent.delete(key)
    if (found >= times) repeated += found - times
    else if (mayBeDropped) dropped += times - found
    else broken.push(`The message ${key} was sent ${found} times instead of ${times}`)
  }
  for (const { name, messages, gone } of groups) {
    // Deleting a group drops its pending messages, except the one about the deletion (D48).
    for (const [line, times] of messages) {
      expect(`${line}/${name}`, times, { mayBeDropped: gone !== undefined && line !== first.deleted })
    }
  }
  for (const key of sent.keys()) broken.push(`The message ${key} reports nothing that happened`)
  if (repeated > ends) broken.push(`${repeated} messages were sent twice, with ${ends} kills`)
  checked.push(
    `${texts.length} messages, each once but ${repeated} that were repeated after ${ends} kills; ` +
      `${dropped} about groups that were deleted before`,
  )
}

/** After the sweep the bucket contains only the files of the rows. Hours of abandoned uploads are due at once here. */
async function judgeFiles({ world }: Run, { broken, checked }: Verdict, before: number): Promise<void> {
  const planned = () => rows(world, 'select name from file_removals')
  const due = (await planned()).length
  const seconds = 60 + due / 50
  if (!(await until(async () => (await planned()).length === 0, seconds)))
    broken.push(`${due} files that are due are not removed within ${Math.ceil(seconds)} seconds`)
  const [open] = await rows(world, 'select 1 from submissions where group_id is null')
  if (open) broken.push('A submission that has expired is still there')
  const images = await rows<{ stored_name: string; stored_preview_name: string }>(world, 'select * from images')
  const wanted = new Set(images.flatMap((row) => [`upload/${row.stored_name}`, `previews/${row.stored_preview_name}`]))
  const stored = await namesInBucket(world)
  const isPhoto = (name: string) => !name.startsWith('withdrawals/')
  for (const name of stored.filter(isPhoto))
    if (!wanted.has(name)) broken.push(`${name} in the bucket belongs to nobody`)
  for (const name of wanted) if (!stored.includes(name)) broken.push(`${name} is missing in the bucket`)
  for (const { dataDir } of world.replicas) {
    const spooled = await readdir(join(dataDir, 'spool'), { recursive: true, withFileTypes: true })
    // One lock belongs to the running process.
    const [, ...oldLocks] = spooled.filter(({ name }) => name.endsWith('.lock'))
    const files = spooled.filter((each) => each.isFile() && !each.name.endsWith('.lock'))
    for (const { name } of [...oldLocks, ...files]) broken.push(`${name} was left in the spool`)
  }
  checked.push(
    `${stored.length} objects, none astray; ${before - stored.length} of uploads that were given up or never finished were swept`,
  )
}

async function namesInBucket({ bucket }: World): Promise<string[]> {
  const s3 = createS3Client(bucket)
  const names: string[] = []
  for (let token: string | undefined, more = true; more; more = token !== undefined) {
    const page = await s3.send(new ListObjectsV2Command({ Bucket: bucket.bucket, ContinuationToken: token }))
    names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key))
    token = page.NextContinuationToken
  }
  s3.destroy()
  return names
}

async function judgeFeed({ world, groups }: Run, { broken, checked }: Verdict): Promise<void> {
  const shown = groups.filter(isShown).map(({ groupId }) => groupId)
  const tags = new Set<string | null>()
  for (const { url } of world.replicas) {
    const feed = await fetch(`${url}/api/groups`)
    tags.add(feed.headers.get('etag'))
    const { groups: listed } = (await feed.json()) as { groups: { groupId: string }[] }
    const ids = listed.map(({ groupId }) => groupId)
    if (String(ids.sort()) !== String(shown.sort()))
      broken.push(`The feed of ${url} has ${ids.length} groups, not ${shown.length}`)
  }
  if (tags.size !== 1) broken.push('The replicas disagree about the feed')
  checked.push(`The feed of both replicas: ${shown.length} groups`)
}
