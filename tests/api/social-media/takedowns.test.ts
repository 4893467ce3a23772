import { beforeEach, describe, expect, it } from 'vitest'
import type { Takedown } from '#contract/social-media/takedowns.ts'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, refused, send, succeeded } from '#tests/support/ask.ts'
import { changeAsOwner, uploadWith } from '#tests/support/consents.ts'

const service = adminService()

describe('takedowns', () => {
  const list = async (query = {}) => (await ask(service.admin, 'listTakedowns', { query })).takedowns
  const of = (takedowns: readonly Takedown[], groupId: string) => takedowns.filter((each) => each.groupId === groupId)
  const confirm = (params: { groupId: string; platformId: string | number }, json: unknown) =>
    send(service.admin, 'confirmTakedown', { params, json })
  const mark = (groupId: string, platformId: number, done: boolean) =>
    succeeded(confirm({ groupId, platformId }, { done }))
  let groupId: string
  beforeEach(async () => {
    groupId = (await uploadWith(service, 1, 2)).groupId
    await changeAsOwner(service, { groupId, action: 'revoke', platformId: 1 })
  })

  it('listTakedowns lists the revoked consents, newest first', async () => {
    await changeAsOwner(service, { groupId, action: 'revoke', platformId: 2 })
    const takedowns = await list()
    expect(of(takedowns, groupId)).toEqual([
      expect.objectContaining({ platformId: 2 }),
      {
        takedownId: expect.any(String),
        groupId,
        groupName: null,
        title: null,
        platformId: 1,
        platformName: 'facebook',
        displayName: 'Facebook',
        reason: 'revoked',
        url: null,
        revokedTimestamp: expect.any(String),
        done: false,
        doneTimestamp: null,
        doneBy: null,
      },
    ])
  })

  it('confirmTakedown marks one as done and as open again; the first confirmation counts', async () => {
    const { takedown } = await mark(groupId, 1, true)
    expect(takedown).toMatchObject({ done: true, doneTimestamp: expect.any(String), doneBy: 'admin' })
    expect((await mark(groupId, 1, true)).takedown).toEqual(takedown)
    expect(of(await list({ done: false }), groupId)).toEqual([])
    expect(of(await list({ done: true }), groupId)).toEqual([takedown])
    expect((await mark(groupId, 1, false)).takedown).toMatchObject({ done: false, doneTimestamp: null, doneBy: null })
    expect(of(await list({ done: false }), groupId)).toHaveLength(1)
  })

  it('a restored consent removes its takedown; revoking it again opens it again', async () => {
    await mark(groupId, 1, true)
    await changeAsOwner(service, { groupId, action: 'restore', platformId: 1 })
    expect(of(await list(), groupId)).toEqual([])
    await changeAsOwner(service, { groupId, action: 'revoke', platformId: 1 })
    expect(of(await list(), groupId)).toMatchObject([{ platformId: 1, done: false, doneBy: null }])
  })

  it('400 when done is not a boolean', async () => {
    await refused(send(service.admin, 'listTakedowns', { query: { done: 1 } }), 400, 'INVALID_PARAMETER')
    for (const json of [{}, { done: 'true' }, { done: null }]) {
      await refused(confirm({ groupId, platformId: 1 }, json), 400, 'INVALID_BODY')
    }
  })

  it('404 for an unknown group, and for a platform without a revoked consent', async () => {
    const json = { done: true }
    await refused(confirm({ groupId: 'unknown', platformId: 1 }, json), 404, 'GROUP_NOT_FOUND')
    for (const id of [2, 3, 99, 'facebook', '1.0', '99999999999999999999']) {
      await refused(confirm({ groupId, platformId: id }, json), 404, 'TAKEDOWN_NOT_FOUND')
    }
  })
})
