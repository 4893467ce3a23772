import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, urlOf } from '#tests/support/ask.ts'
import { beginRequest } from '#tests/support/begin-request.ts'
import { answerOf, owner, ownGroup, stored } from '#tests/support/manage.ts'

const service = adminService({ env: { MANAGEMENT_RATE_LIMIT: '1000' } })

describe('renewManagementLink', () => {
  it('gives the group a new link; the old one is 404 but no failed validation', async () => {
    const { app, admin } = service
    const { groupId, owner: old, token } = await ownGroup(app)
    const { status, body } = await old.send('POST', '/renew')
    expect(status).toBe(200)
    const { managementToken, managementUrl } = body.data
    expect(managementToken).not.toBe(token)
    expect(new URL(managementUrl).pathname).toBe(`/manage/${managementToken}`)
    expect((await old.view()).status).toBe(404)
    expect((await owner(app, managementToken).view()).body.data.groupId).toBe(groupId)
    const { logs } = await ask(admin, 'listAuditLog', { query: { limit: 10 } })
    expect(logs.map(({ action }) => action)).toContain('renew_link')
    expect(logs.map(({ action }) => action)).not.toContain('invalid_token')
  })

  it('accepts a token of the client, which survives a lost answer', async () => {
    const { app } = service
    const { groupId, owner: old, token } = await ownGroup(app)
    const managementToken = randomUUID()
    expect((await old.send('POST', '/renew', { managementToken })).body.data).toMatchObject({ managementToken })
    expect((await old.send('POST', '/renew', { managementToken })).status).toBe(404)
    expect((await owner(app, managementToken).view()).body.data.groupId).toBe(groupId)
    expect(token).not.toBe(managementToken)
  })

  it('400 for a token that is in use or not a UUID v4; the link stays', async () => {
    const { app } = service
    const [{ owner: mine, token }, other] = [await ownGroup(app), await ownGroup(app)]
    for (const managementToken of [token, other.token, 'short', token.toUpperCase()]) {
      expect((await mine.send('POST', '/renew', { managementToken })).status).toBe(400)
    }
    expect((await mine.view()).status).toBe(200)
  })

  it('ends requests that began with the old link and arrive later', async () => {
    const { app } = service
    const { groupId, owner: old, token } = await ownGroup(app)
    const begin = (path: string, method: string, json: unknown) =>
      beginRequest(app, `${urlOf('getManagedGroup', { params: { token } })}${path}`, { method, json })
    const begun = await Promise.all([
      begin('/metadata', 'PUT', { title: 'Not mine' }),
      begin('/consents', 'PUT', { consentType: 'workshop', action: 'revoke' }),
      begin('/renew', 'POST', {}),
      begin('', 'DELETE', {}),
    ])
    expect((await old.send('POST', '/renew')).status).toBe(200)
    const renewed = await stored(app, groupId)
    for (const answer of await Promise.all(begun.map(async ({ end }) => answerOf(await end()))))
      expect([answer.status, answer.body.code]).toEqual([404, 'GROUP_NOT_FOUND'])
    expect(await stored(app, groupId)).toEqual(renewed)
  })

  it('lets one of two parallel renewals win, whose link works', async () => {
    const { app } = service
    const { owner: old } = await ownGroup(app)
    const answers = await Promise.all([old.send('POST', '/renew'), old.send('POST', '/renew')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const won = answers.find(({ status }) => status === 200)
    expect((await owner(app, won?.body.data.managementToken).view()).status).toBe(200)
  })
})
