import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Takedown } from '#contract/takedowns.ts'
import { changeConsent } from '#server/groups/change-consent.ts'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await startApp()
  admin = await loginAsAdmin(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

type Init = Parameters<Session['fetch']>[1]

async function ask<T>(path: string, init?: Init): Promise<T> {
  const response = await admin.fetch(path, init)
  const body = await response.json()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
  return body as T
}

async function refused(path: string, init: Init, status: number, code: string): Promise<void> {
  const response = await admin.fetch(path, init)
  expect(await response.json()).toMatchObject({ success: false, code, message: expect.any(String) })
  expect(response.status).toBe(status)
}

const uploadWith = (...platformIds: number[]) =>
  uploadGroup(app, { parts: { consents: { workshopConsent: true, socialMediaConsents: platformIds } } })

/** What the owner does through the management portal. */
const byOwner = (groupId: string, action: 'revoke' | 'restore', platformId: number | null) => {
  const { deps } = app.app
  return deps.database.transaction((tx) =>
    changeConsent(deps, tx, { groupId, action, platformId, changedBy: 'management_link' }),
  )
}

describe('takedowns', () => {
  const list = async (query = '') =>
    (await ask<{ takedowns: Takedown[]; total: number }>(`/api/admin/consents/takedowns${query}`)).takedowns
  const of = (takedowns: Takedown[], groupId: string) => takedowns.filter((each) => each.groupId === groupId)
  const path = (groupId: string, platformId: unknown) => `/api/admin/consents/takedowns/${groupId}/${platformId}`
  const mark = (groupId: string, platformId: number, done: boolean) =>
    ask<{ takedown: Takedown }>(path(groupId, platformId), { method: 'PATCH', json: { done } })
  let groupId: string
  beforeEach(async () => {
    groupId = (await uploadWith(1, 2)).groupId
    await byOwner(groupId, 'revoke', 1)
  })

  it('listTakedowns lists the revoked consents, newest first', async () => {
    await byOwner(groupId, 'revoke', 2)
    const takedowns = await list()
    expect(of(takedowns, groupId)).toEqual([
      expect.objectContaining({ platformId: 2 }),
      {
        groupId,
        groupName: null,
        title: null,
        platformId: 1,
        platformName: 'facebook',
        displayName: 'Facebook',
        revokedTimestamp: expect.any(String),
        done: false,
        doneTimestamp: null,
        doneBy: null,
      },
    ])
  })

  it('confirmTakedown marks one as done and as open again; the first mark counts', async () => {
    const { takedown } = await mark(groupId, 1, true)
    expect(takedown).toMatchObject({ done: true, doneTimestamp: expect.any(String), doneBy: 'admin' })
    expect((await mark(groupId, 1, true)).takedown).toEqual(takedown)
    expect(of(await list('?done=false'), groupId)).toEqual([])
    expect(of(await list('?done=true'), groupId)).toEqual([takedown])
    expect((await mark(groupId, 1, false)).takedown).toMatchObject({ done: false, doneTimestamp: null, doneBy: null })
    expect(of(await list('?done=false'), groupId)).toHaveLength(1)
  })

  it('a restored consent is none, and revoked again it is open again', async () => {
    await mark(groupId, 1, true)
    await byOwner(groupId, 'restore', 1)
    expect(of(await list(), groupId)).toEqual([])
    await byOwner(groupId, 'revoke', 1)
    expect(of(await list(), groupId)).toMatchObject([{ platformId: 1, done: false, doneBy: null }])
  })

  it('400 for done that is no boolean', async () => {
    await refused('/api/admin/consents/takedowns?done=1', {}, 400, 'INVALID_PARAMETER')
    for (const json of [{}, { done: 'true' }, { done: null }]) {
      await refused(path(groupId, 1), { method: 'PATCH', json }, 400, 'INVALID_BODY')
    }
  })

  it('404 for an unknown group, and for a platform without a revoked consent', async () => {
    const init = { method: 'PATCH', json: { done: true } }
    await refused(path('unknown', 1), init, 404, 'GROUP_NOT_FOUND')
    for (const id of [2, 3, 99, 'facebook', '1.0', '99999999999999999999']) {
      await refused(path(groupId, id), init, 404, 'TAKEDOWN_NOT_FOUND')
    }
  })
})
