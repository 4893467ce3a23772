import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeeded } from '#tests/support/ask.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { owner, ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { begun, complete, put } from '#tests/support/submissions.ts'
import { type BatchSpec, bodyOf, sendBatch } from '#tests/support/upload.ts'

let app: TestApp
let clock: FakeClock
beforeAll(async () => {
  clock = fakeClock('2026-05-04T10:00:00.000Z')
  app = await startApp({ env: { TRUST_PROXY_HOPS: '1' }, overrides: { clock } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

const minute = 60_000
const send = (key: string, address = '192.0.2.7', spec: BatchSpec = {}) =>
  sendBatch(app, spec, { 'idempotency-key': key, 'x-forwarded-for': address })
const groupOf = async (key: string, address?: string) => bodyOf(await send(key, address))

describe('Idempotency-Key (D59)', () => {
  it.each([
    '00000000-0000-0000-0000-000000000000',
    '6f1c2f6e-7f7e-1c5e-9d0b-3a4a4d2b8d11',
    '6f1c2f6e-7f7e-4c5e-cd0b-3a4a4d2b8d11',
    'again',
  ])('400 for %s, which is no UUID v4', async (key) => {
    const response = await send(key)
    expect(response.status).toBe(400)
    expect(await bodyOf(response)).toMatchObject({ code: 'INVALID_PARAMETER' })
  })

  it('returns the link again within an hour, and later the group without it', async () => {
    const key = randomUUID()
    const first = await groupOf(key)
    clock.advance(59 * minute)
    expect(await groupOf(key)).toEqual(first)
    clock.advance(minute)
    const { managementToken: _, managementUrl: __, ...rest } = first
    expect(await groupOf(key)).toEqual(rest)
  })

  it('returns no link that was renewed since, for any kind of upload', async () => {
    const key = randomUUID()
    const headers = { 'idempotency-key': key, 'x-forwarded-for': '192.0.2.7' }
    const bytes = await makeImage()
    const submissionId = await begun(app)
    await succeeded(put(app, { submissionId, bytes }))
    const single = async () => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(bytes)]), 'a.jpg')
      const own = { ...headers, 'idempotency-key': submissionId }
      return bodyOf(await app.fetch('/api/upload', { method: 'POST', body, headers: own }))
    }
    for (const repeat of [() => groupOf(key), single, () => succeeded(complete(app, submissionId))]) {
      const { groupId, managementToken } = await repeat()
      const renewed = await owner(app, managementToken ?? '').send('POST', '/renew')
      expect(renewed.status).toBe(200)
      const again = await repeat()
      expect(again.groupId).toBe(groupId)
      expect(again).not.toHaveProperty('managementToken')
      expect(again).not.toHaveProperty('managementUrl')
    }
  })

  it('belongs to the network: the same key from elsewhere creates another group', async () => {
    const key = randomUUID()
    const first = await groupOf(key)
    expect(await groupOf(key, '192.0.2.250')).toMatchObject({ groupId: first.groupId })
    expect((await groupOf(key, '192.0.3.7')).groupId).not.toBe(first.groupId)
    const other = await groupOf(key, '2001:db8::1')
    expect(other.groupId).not.toBe(first.groupId)
    expect((await groupOf(key, '2001:db8::ffff:1')).groupId).toBe(other.groupId)
  })

  it('is forgotten after 24 hours', async () => {
    const key = randomUUID()
    const first = await groupOf(key)
    clock.advance(24 * 60 * minute)
    expect((await groupOf(key)).groupId).toBe(first.groupId)
    clock.advance(1)
    const second = await groupOf(key)
    expect(second.groupId).not.toBe(first.groupId)
    expect(await groupOf(key)).toEqual(second)
  })
})

describe('Idempotency-Key with another body (D59)', () => {
  const reused = { status: 409, body: { success: false, code: 'IDEMPOTENCY_KEY_REUSED' } }
  const answerTo = async (response: Response) => ({ status: response.status, body: await bodyOf(response) })
  const fileCount = async () => (await app.storedFiles()).length

  it.each([
    ['another photo', async () => ({ files: [{ name: 'a.jpg', bytes: await makeImage({ colour: 'blue' }) }] })],
    ['another text', async () => ({ parts: { metadata: { title: 'Another' } } })],
    ['a part that nobody asks for', async () => ({ parts: { more: 'x' } })],
    ['a file under another part', async () => ({ files: [{ name: 'a.jpg', bytes: await makeImage(), field: 'x' }] })],
    ['no photo', async () => ({ files: [] })],
  ] as [string, () => Promise<BatchSpec>][])('409 for %s, and stores nothing', async (_what, other) => {
    const key = randomUUID()
    const first = await groupOf(key)
    const files = await fileCount()
    const answer = await answerTo(await send(key, undefined, await other()))
    expect(answer).toMatchObject(reused)
    expect(JSON.stringify(answer.body)).not.toContain(first.managementToken)
    expect(await fileCount()).toBe(files)
    expect(await groupOf(key)).toEqual(first)
  })

  it('a refused first request does not use up the key', async () => {
    const key = randomUUID()
    expect((await send(key, undefined, { parts: { consents: undefined } })).status).toBe(400)
    expect((await send(key)).status).toBe(200)
  })

  it('compares 64 KiB of each part: later differences do not count', async () => {
    const key = randomUUID()
    const text = 'x'.repeat(64 * 2 ** 10)
    const first = await bodyOf(await send(key, undefined, { parts: { more: text } }))
    expect(await bodyOf(await send(key, undefined, { parts: { more: `${text}y` } }))).toEqual(first)
    expect((await send(key, undefined, { parts: { more: `${text.slice(1)}y` } })).status).toBe(409)
  })

  it('creates one group from two parallel bodies', async () => {
    const key = randomUUID()
    const titles = ['one', 'two', 'three', 'four']
    const sent = titles.map((title) => send(key, undefined, { parts: { metadata: { title } } }))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
  })

  it('applies to POST /api/upload', async () => {
    const key = randomUUID()
    const upload = async (groupName: string) => {
      const form = new FormData()
      form.append('groupName', groupName)
      form.append('file', new Blob([new Uint8Array(await makeImage())]), 'a.jpg')
      return answerTo(
        await app.fetch('/api/upload', { method: 'POST', body: form, headers: { 'idempotency-key': key } }),
      )
    }
    const first = await upload('Ada')
    expect(first.status).toBe(200)
    expect(await upload('Ada')).toEqual(first)
    expect(await upload('Grace')).toMatchObject(reused)
  })

  it('applies to added images, and a day later the key is free again', async () => {
    const own = await ownGroup(app, { images: 1 })
    const key = randomUUID()
    const [red, blue] = [await makeImage({ colour: 'red' }), await makeImage({ colour: 'blue' })]
    const first = await own.owner.addWith(key, red)
    expect((await own.owner.addWith(key, red)).body).toEqual(first.body)
    expect(await own.owner.addWith(key, blue)).toMatchObject(reused)
    expect((await own.owner.view()).body.data.imageCount).toBe(2)
    clock.advance(24 * 60 * minute + 1)
    const later = await owner(app, own.token).addWith(key, blue)
    expect([later.status, later.body.data.totalImagesCount]).toEqual([200, 3])
  })
})
