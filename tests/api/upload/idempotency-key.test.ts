import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { bodyOf, sendBatch } from '#tests/support/upload.ts'

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
const send = (key: string, address = '192.0.2.7') =>
  sendBatch(app, {}, { 'idempotency-key': key, 'x-forwarded-for': address })
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

  it('gives the link once more within an hour, and after that the group without it', async () => {
    const key = randomUUID()
    const first = await groupOf(key)
    clock.advance(59 * minute)
    expect(await groupOf(key)).toEqual(first)
    clock.advance(minute)
    const { managementToken: _, managementUrl: __, ...rest } = first
    expect(await groupOf(key)).toEqual(rest)
  })

  it('belongs to the network: the same key from elsewhere makes another group', async () => {
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
