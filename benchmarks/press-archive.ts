import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import { memoryMiB, watchMemory } from '#tests/support/servers/process-tree.ts'
import { adminSession } from './support/admin-session.ts'
import { seedGroups } from './support/seed-groups.ts'
import { newDataDir, type Running, startService } from './support/start-service.ts'
import { figure, type Scenario } from './support/table.ts'
import { untilIdle } from './support/until-idle.ts'

const photos = 200
/** Bytes of a photo: 2 GB together. */
const photoSize = 10_000_000
const path = '/api/admin/social-media/platforms/1/archive'

interface Received {
  readonly status: number
  readonly etag: string
  readonly promised: number
  readonly bytes: number
  /** The connection broke before the end. */
  readonly broken: boolean
}

/** Downloads the archive; `onBytes` gets each piece and its offset, and ends the download with `stop`. */
async function download(
  url: string,
  headers: Record<string, string>,
  onBytes: (piece: Uint8Array, before: number) => 'stop' | Promise<void> | void,
): Promise<Received> {
  const answer = await fetch(`${url}${path}`, { headers })
  const promised = Number(answer.headers.get('content-length'))
  const received = { status: answer.status, etag: answer.headers.get('etag') ?? '', promised }
  let bytes = 0
  try {
    for await (const piece of answer.body ?? []) {
      const next = await onBytes(piece, bytes)
      bytes += piece.length
      if (next === 'stop') break
    }
  } catch {
    return { ...received, bytes, broken: true }
  }
  return { ...received, bytes, broken: false }
}

async function whole({ url, pid }: Running, headers: Record<string, string>) {
  const before = memoryMiB(pid)
  const memory = watchMemory(pid)
  const hash = createHash('sha256')
  const began = performance.now()
  const received = await download(url, headers, (piece) => void hash.update(piece))
  const seconds = (performance.now() - began) / 1_000
  return { ...received, seconds, more: memory.stop() - before, digest: hash.digest('hex') }
}

/** They need not be photos: the archive contains the stored bytes. */
async function writePhotos(dataDir: string): Promise<void> {
  await using database = await openDatabase(openSqlite(join(dataDir, 'werkschau.db')))
  const bytes = randomBytes(photoSize)
  mkdirSync(join(dataDir, 'upload'), { recursive: true })
  for (const { storedName } of await database.images.after(0, photos)) {
    writeFileSync(join(dataDir, 'upload', storedName), bytes)
  }
}

/** Interrupts and resumes the download after a third and after two thirds. */
async function resumed({ url }: Running, headers: Record<string, string>) {
  const hash = createHash('sha256')
  let bytes = 0
  let etag = ''
  for (const share of [1 / 3, 2 / 3, 1]) {
    const range = { range: `bytes=${bytes}-`, 'if-range': etag }
    const from = bytes
    const part = await download(url, { ...headers, ...(bytes > 0 && range) }, (piece, before) => {
      hash.update(piece)
      bytes = from + before + piece.length
      return bytes >= share * photos * photoSize && share < 1 ? 'stop' : undefined
    })
    etag = part.etag
  }
  return hash.digest('hex')
}

/** The photo of the last group is withdrawn while the first half is sent. */
async function withdrawn({ url }: Running, headers: Record<string, string>, token: string) {
  let revoked = false
  return download(url, headers, async (_piece, before) => {
    if (revoked || before < (photos * photoSize) / 2) return
    revoked = true
    const answer = await fetch(`${url}/api/manage/${token}/consents`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ consentType: 'social_media', platformId: 1, action: 'revoke' }),
    })
    if (answer.status !== 200) throw new Error(`No consent was withdrawn: ${await answer.text()}`)
  })
}

/** An archive of 2 GB: memory, a download interrupted twice, and a consent withdrawn meanwhile. */
export const run: Scenario = async () => {
  const dataDir = newDataDir()
  try {
    const groups = await seedGroups(dataDir, photos, () => ({ isApproved: true, platformIds: [1] }))
    await writePhotos(dataDir)
    await using service = await startService({ DATA_DIR: dataDir })
    await untilIdle(service.pid)
    const headers = await adminSession(service.url)
    const first = await whole(service, headers)
    const again = await resumed(service, headers)
    const last = await withdrawn(service, headers, groups[0]?.managementToken ?? '')
    const complete = first.bytes === first.promised && !first.broken
    return [
      {
        title: `An archive of ${figure(first.promised / 1e9)} GB, ${photos} photos`,
        columns: ['what', 'found'],
        rows: [
          ['arrives whole', `${complete ? 'yes' : 'no'}, in ${figure(first.seconds, 0)} s`],
          ['memory beside that before', `${figure(first.more, 0)} MiB at most`],
          ['broken off twice and resumed: the same bytes', again === first.digest ? 'yes' : 'no'],
          [
            'a consent withdrawn at half: breaks off',
            `${last.broken ? 'yes' : 'no'}, after ${figure(last.bytes / 1e9)} GB`,
          ],
        ],
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
