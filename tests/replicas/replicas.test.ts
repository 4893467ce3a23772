import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminCredentials, loginAsAdmin, post, sessionOf } from '#tests/support/admin.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { spread } from '#tests/support/images/spread.ts'
import { owner } from '#tests/support/manage.ts'
import { type Replicas, sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { bodyOf, publish, sendBatch, uploadGroup } from '#tests/support/upload.ts'

const env = { TRUST_PROXY_HOPS: '1', MANAGEMENT_RATE_LIMIT: '30', SHARED_NETWORKS: '192.0.2.0/24' }
const places = await sharedPlaces()

describe.each(places)('two replicas that share a database and a %s', (place) => {
  let replicas: Replicas
  let first: TestApp
  let second: TestApp
  beforeAll(async () => {
    replicas = await startReplicas(place, { env })
    first = replicas.first
    second = replicas.second
  })
  afterAll(() => replicas[Symbol.asyncDispose]())

  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
  let addresses = 0
  /** Each client is counted separately. */
  const address = () => `198.51.100.${++addresses}`

  it('serve files uploaded to the other, whole and in ranges', async () => {
    const bytes = await makeImage({ width: 1200, height: 900, detail: true })
    const group = await uploadGroup(first, { files: [{ name: 'a.jpg', bytes }] })
    const { filePath = '', previewPath = '' } = group.images[0] ?? {}
    expect((await bytesOf(await second.fetch(filePath))).equals(bytes)).toBe(true)
    const part = await second.fetch(filePath, { headers: { range: 'bytes=100-199' } })
    expect(part.status).toBe(206)
    expect((await bytesOf(part)).equals(bytes.subarray(100, 200))).toBe(true)
    const previews = [await first.fetch(previewPath), await second.fetch(previewPath)]
    expect(previews.map(({ status }) => status)).toEqual([200, 200])
    expect(previews[0]?.headers.get('etag')).toBe(previews[1]?.headers.get('etag'))
    expect((await owner(second, group.managementToken, { address: address() }).view()).body.data.groupId).toBe(
      group.groupId,
    )
  })

  it('keep nothing that the other redacted: no file, no cached preview, no pixel of the region (D72)', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const create = { width: 320, height: 240, channels: 3, background: '#888', noise } as const
    const exif = { IFD0: { Model: 'Camera', ImageDescription: 'Readable once' } }
    const bytes = await sharp({ create }).jpeg({ quality: 100 }).withExif(exif).toBuffer()
    const group = await uploadGroup(first, { files: [{ name: 'a.jpg', bytes }] })
    const [image] = group.images
    const old = [image?.filePath, image?.previewPath, `/api/download/${image?.fileName}`] as string[]
    const statuses = () =>
      Promise.all([first, second].flatMap((app) => old.map(async (path) => (await app.fetch(path)).status)))
    // The second time the preview is cached.
    for (const _ of [1, 2]) expect(await statuses()).toEqual(Array(6).fill(200))
    const { files } = first.app.deps
    const before = await Array.fromAsync(files.names('preview'))

    const holder = owner(first, group.managementToken, { address: address() })
    const regions = [{ x: 0, y: 0, width: 0.5, height: 1 }]
    const { body } = await holder.send('POST', `/images/${image?.id}/redactions`, { regions })
    expect(await statuses()).toEqual(Array(6).fill(404))
    for (const app of [first, second]) {
      for (const path of [body.image.filePath, body.image.previewPath]) {
        const now = await bytesOf(await app.fetch(path))
        expect(now.includes('Readable once')).toBe(false)
        // The preview is encoded again: its blocks are nearly uniform.
        expect(await spread(now, 8, 8, 8)).toBeLessThanOrEqual(path === body.image.filePath ? 1 : 40)
      }
    }
    for (const kind of ['original', 'preview'] as const) {
      await expect
        .poll(() => Array.fromAsync(files.names(kind)))
        .not.toContain(old[kind === 'original' ? 0 : 1]?.split('/').at(-1))
    }
    expect(await Array.fromAsync(files.names('preview'))).toHaveLength(before.length)
  })

  it('show a change of the other in the feed from the next request on, with the same ETag', async () => {
    for (const [here, there] of [
      [first, second],
      [second, first],
    ] as const) {
      const group = await uploadGroup(here)
      await here.fetch('/api/groups')
      await there.fetch('/api/groups')
      await publish(here, group.groupId)
      const feeds = [await there.fetch('/api/groups'), await here.fetch('/api/groups')]
      const texts = await Promise.all(feeds.map((response) => response.text()))
      expect(texts[0]).toContain(group.groupId)
      expect(texts[0]).toBe(texts[1])
      const etag = feeds[0]?.headers.get('etag') ?? ''
      expect(feeds[1]?.headers.get('etag')).toBe(etag)
      const headers = { 'if-none-match': etag }
      expect((await here.fetch('/api/groups', { headers })).status).toBe(304)
      const one = await there.fetch(`/api/groups/${group.groupId}`)
      const again = { headers: { 'if-none-match': one.headers.get('etag') ?? '' } }
      expect((await here.fetch(`/api/groups/${group.groupId}`, again)).status).toBe(304)
    }
  })

  it('answer 404 for anything deleted through the other, also for cached files', async () => {
    const group = await uploadGroup(first)
    await publish(first, group.groupId)
    const { filePath = '', previewPath = '' } = group.images[0] ?? {}
    const paths = [filePath, previewPath, `/api/download/${group.images[0]?.fileName}`, `/api/groups/${group.groupId}`]
    for (const path of [...paths, ...paths]) expect((await second.fetch(path)).status, path).toBe(200)
    expect((await owner(first, group.managementToken, { address: address() }).send('DELETE')).status).toBe(200)
    for (const path of paths) {
      expect((await second.fetch(path)).status, path).toBe(404)
      expect((await first.fetch(path)).status, path).toBe(404)
    }
    expect((await owner(second, group.managementToken, { address: address() }).view()).status).toBe(404)
  })

  it('create one first admin, whose session is valid and ends on both', async () => {
    const setups = await Promise.all(
      [first, second].map((replica) => post(replica, '/auth/setup/initial-admin', adminCredentials)),
    )
    expect(setups.map(({ status }) => status).sort()).toEqual([201, 409])
    const session = await sessionOf(second, setups.find(({ status }) => status === 201) as Response)
    const elsewhere = { headers: { cookie: session.cookie, 'x-csrf-token': session.csrfToken } }
    expect((await first.fetch('/api/admin/groups', elsewhere)).status).toBe(200)
    expect((await second.fetch('/api/admin/groups', elsewhere)).status).toBe(200)
    expect((await first.fetch('/auth/logout', { method: 'POST', ...elsewhere })).status).toBe(204)
    expect((await second.fetch('/api/admin/groups', elsewhere)).status).toBe(403)
  })

  it('count requests and failed tokens together', async () => {
    const { managementToken } = await uploadGroup(first)
    const asked = address()
    const ask = (token: string, from: string) => (_: unknown, i: number) =>
      owner(i % 2 ? first : second, token, { address: from }).view()
    const within = await Promise.all(Array.from({ length: 30 }, ask(managementToken, asked)))
    expect(within.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect((await owner(first, managementToken, { address: asked }).view()).status).toBe(429)

    const guesser = address()
    const guesses = await Promise.all(Array.from({ length: 20 }, ask('00000000-0000-4000-8000-000000000000', guesser)))
    expect(guesses.map(({ status }) => status)).toEqual(Array(20).fill(404))
    for (const replica of [first, second]) {
      const { status, body } = await owner(replica, managementToken, { address: guesser }).view()
      expect([status, body.code]).toEqual([403, 'IP_BANNED'])
    }
  })

  it('recognise the link of a group deleted through the other: it is no failed validation (D56)', async () => {
    const { managementToken } = await uploadGroup(first)
    expect((await owner(first, managementToken, { address: address() }).send('DELETE')).status).toBe(200)
    const asked = address()
    for (let i = 0; i < 21; i++) {
      expect((await owner(i % 2 ? first : second, managementToken, { address: asked }).view()).status).toBe(404)
    }
    expect(await second.app.deps.database.failedValidations.find(asked)).toBeUndefined()
  })

  it('count together per link in a shared network (D56)', async () => {
    const groups = [await uploadGroup(first), await uploadGroup(second)]
    for (const { managementToken } of groups) {
      const view = (_: unknown, i: number) =>
        owner(i % 2 ? first : second, managementToken, { address: '192.0.2.1' }).view()
      const answers = await Promise.all(Array.from({ length: 32 }, view))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    }
    const wrong = (_: unknown, i: number) =>
      owner(i % 2 ? first : second, crypto.randomUUID(), { address: '192.0.2.2' }).view()
    let missing = 0
    // Not all at once: a slow machine would refuse some as busy.
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 41 }, wrong))
      missing += answers.filter(({ status }) => status === 404).length
    }
    expect(missing).toBe(200)
  })

  it('keep one image when two are deleted at the same time', async () => {
    const bytes = await makeImage()
    for (let round = 0; round < 3; round++) {
      const files = ['a.jpg', 'b.jpg'].map((name) => ({ name, bytes }))
      const group = await uploadGroup(first, { files })
      const answers = await Promise.all(
        [first, second].map((replica, i) =>
          owner(replica, group.managementToken, { address: address() }).send(
            'DELETE',
            `/images/${group.images[i]?.id}`,
          ),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(answers.find(({ status }) => status === 400)?.body.code).toBe('LAST_IMAGE')
    }
  })

  it('create one group from an upload that reached both', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all([first, second].map((replica) => sendBatch(replica, {}, headers)))
    const groups = await Promise.all(answers.map((response) => bodyOf(response)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(groups[0]?.groupId).toBe(groups[1]?.groupId)
  })

  it('leave no file without a row, and no row without its files', async () => {
    const { database, files } = first.app.deps
    for (const image of await database.images.after(0, 1_000)) {
      expect((await files.open('original', image.fileName))?.size).toBe(image.fileSize)
      expect(await files.open('preview', image.previewName)).toBeDefined()
    }
    const admin = await loginAsAdmin(second)
    const { total } = await bodyOf<{ total: number }>(await admin.fetch('/api/admin/deletion-log'))
    expect(total).toBe(2)
  })
})
