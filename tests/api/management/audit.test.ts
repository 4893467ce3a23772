import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { maintenanceCommand } from '#server/command-line/maintenance-command.ts'
import { UsageError } from '#server/command-line/run-command.ts'
import { atLeast } from '#tests/support/at-least.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage, textFile } from '#tests/support/images/make-image.ts'
import { type OwnedGroup, owner, ownGroup } from '#tests/support/manage.ts'
import { commandEnvironment } from '#tests/support/servers/start-process.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const clock = fakeClock('2026-05-01T12:00:00.000Z')
let app: TestApp
let own: OwnedGroup
beforeAll(async () => {
  app = await startApp({
    env: { MANAGEMENT_RATE_LIMIT: '100000', TRUST_PROXY_HOPS: '1', PUBLIC_HOST: 'share.example' },
    overrides: { clock },
  })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})
beforeEach(async () => {
  own = await ownGroup(app)
})

const entries = async (groupId = own.groupId) =>
  (await app.app.deps.database.auditLog.ofGroup(groupId, 'all')).toReversed()
const newest = async () => (await app.app.deps.database.auditLog.latest('all', 1))[0]

describe('the audit log', () => {
  it('has one entry for each request with a known token, with its data', async () => {
    const [a, b, c] = atLeast(3, own.imageIds)
    const { send, view, add } = own.owner
    await view()
    await send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await send('PUT', '/consents', { consentType: 'platform', action: 'restore', platformId: 2 })
    await send('PUT', '/images/descriptions', { descriptions: [{ imageId: a, description: 'Text' }] })
    await send('PUT', '/metadata', { title: 'Title' })
    await add(await makeImage())
    await send('PUT', '/reorder', { imageIds: [a, b, c] })
    await send('DELETE', `/images/${c}`)
    const log = await entries()
    await send('DELETE')
    // The texts go with the group (D48).
    log.push(...(await entries()).slice(log.length))
    expect(log.map(({ action, success, requestData }) => [action, success, requestData])).toEqual([
      ['view_group', true, null],
      ['revoke_consent', true, { consentType: 'workshop', action: 'revoke' }],
      ['restore_consent', true, { consentType: 'platform', action: 'restore', platformId: 2 }],
      ['update_descriptions', true, { descriptions: [{ imageId: a, description: 'Text' }] }],
      ['update_metadata', true, { title: 'Title' }],
      ['add_images', true, { images: ['added-1.jpg'] }],
      ['reorder_images', false, { imageIds: [a, b, c] }],
      ['delete_image', true, { imageId: String(c) }],
      ['delete_group', true, null],
    ])
    for (const entry of log) {
      expect(entry).toMatchObject({
        groupId: own.groupId,
        maskedToken: own.token.slice(0, 8),
        ipAddress: '198.51.100.1',
        userAgent: 'node',
        sourceHost: '127.0.0.1',
        sourceType: 'internal',
        createdAt: '2026-05-01T12:00:00.000Z',
      })
    }
  })

  it('has failed requests with the reason', async () => {
    const path = `/api/manage/${own.token}`
    const json = { 'content-type': 'application/json' }
    const { send, add } = own.owner
    await send('PUT', '/metadata', { title: 'x'.repeat(201) })
    await app.fetch(`${path}/metadata`, { method: 'PUT', headers: json, body: '{"title":' })
    await app.fetch(`${path}/metadata`, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'x' })
    await send('PUT', '/reorder', { imageIds: 'x'.repeat(2 ** 21) })
    await send('PUT', '/consents', { consentType: 'nothing', action: 'revoke' })
    await add(textFile())
    await send('DELETE', '/images/abc')
    const log = await entries()
    expect(log.map(({ action, success, errorMessage }) => [action, success, errorMessage])).toEqual([
      ['update_metadata', false, 'title has 201 characters; at most 200 are allowed'],
      ['update_metadata', false, expect.stringMatching(/JSON/)],
      ['update_metadata', false, expect.stringMatching(/content type/)],
      ['reorder_images', false, expect.stringMatching(/larger/)],
      ['revoke_consent', false, expect.stringMatching(/consentType/)],
      ['add_images', false, expect.stringMatching(/added-1.jpg/)],
      ['delete_image', false, expect.any(String)],
    ])
    expect(log[5]?.requestData).toEqual({ images: ['added-1.jpg'] })
  })

  it('has each failed validation, without a group', async () => {
    const token = crypto.randomUUID()
    await owner(app, token, { address: '2001:db8::77' }).send('PUT', '/metadata', { title: 'secret' })
    expect(await newest()).toMatchObject({
      groupId: null,
      action: 'invalid_token',
      success: false,
      errorMessage: 'The group does not exist',
      ipAddress: '2001:db8::77',
      maskedToken: token.slice(0, 8),
      requestData: null,
    })
    await owner(app, 'abc').view()
    expect((await newest())?.maskedToken).toBe('abc')
    await owner(app, '%zz%00abc').view()
    expect(await newest()).toMatchObject({ action: 'invalid_token', success: false })
  })

  it('has the host of the request', async () => {
    const headers = { 'x-forwarded-host': 'evil.example, share.example' }
    await app.fetch(`/api/manage/${own.token}`, { headers })
    expect(await newest()).toMatchObject({ sourceHost: 'share.example', sourceType: 'public' })
  })

  it('contains no token from any part of a request, and no endless text', async () => {
    const { token } = own
    const headers = { 'user-agent': `agent ${token} ${'x'.repeat(2_000)}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ title: token, description: 'y'.repeat(100_000), more: `z${token}` })
    await app.fetch(`/api/manage/${token}/metadata`, { method: 'PUT', headers, body })
    expect(await newest()).toMatchObject({ success: false, requestData: { truncated: true } })
    await app.fetch(`/api/manage/${token}/metadata`, { method: 'PUT', headers, body: JSON.stringify({ title: token }) })
    await app.fetch(`/api/manage/${token}/images/${token}`, { method: 'DELETE' })
    const form = new FormData()
    form.append('images', new Blob(['no image']), `${token}.jpg`)
    const refused = await app.fetch(`/api/manage/${token}/images`, { method: 'POST', body: form })
    expect(await refused.text()).toContain(`${token.slice(0, 8)}….jpg is not`)
    const log = JSON.stringify(await entries())
    expect(log).not.toContain(token)
    expect(log.length).toBeLessThan(8_000)
  })

  it('has an entry without the body if it is nested too deeply', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const send = (path: string, fields: string) =>
      app.fetch(`/api/manage/${own.token}/${path}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        // Half a surrogate pair prevents the fast serialiser, which has no depth limit.
        body: `{${fields},"\\ud800":${nested}}`,
      })
    const refused = await send('metadata', '"title":{}')
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'INVALID_BODY' }])
    // What the contract does not name has no effect.
    expect((await send('metadata', '"title":"Lamps"')).status).toBe(200)
    expect(await entries()).toMatchObject([
      { success: false, requestData: { truncated: true } },
      { success: true, requestData: { title: 'Lamps' } },
    ])
  })

  it('stays when its group is deleted', async () => {
    await own.owner.send('DELETE')
    expect(await entries()).toMatchObject([{ action: 'delete_group', success: true }])
  })

  it('has an entry for each change; without it nothing is changed', async () => {
    const { database } = app.app.deps
    const broken = {
      ...database,
      transaction: (run: Parameters<typeof database.transaction>[0]) =>
        database.transaction((tx) =>
          run({ ...tx, auditLog: { ...tx.auditLog, add: () => Promise.reject(new Error('broken')) } }),
        ),
    } as typeof database
    await using flaky = await startApp({ overrides: { database: broken } })
    const { send, view, add } = owner(flaky, own.token)
    const before = await view()
    expect(before.status).toBe(200)
    expect(flaky.logged()).toContain('an entry of the audit log was lost')
    const [a, b, c] = atLeast(3, own.imageIds)
    const changes = [
      () => send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' }),
      () => send('PUT', '/images/descriptions', { descriptions: [{ imageId: a, description: 'Text' }] }),
      () => send('PUT', '/metadata', { title: 'Title' }),
      async () => add(await makeImage()),
      () => send('PUT', '/reorder', { imageIds: [c, b, a] }),
      () => send('DELETE', `/images/${c}`),
      () => send('DELETE'),
    ]
    for (const change of changes) expect((await change()).status).toBe(500)
    expect((await view()).body).toEqual(before.body)
    expect(await entries()).toEqual([])
  })
})

describe('the purge of the audit log', () => {
  const old = '2026-01-31T11:59:59.999Z'
  const youngEnough = '2026-01-31T12:00:00.000Z'
  const viewAt = async (time: string) => {
    const now = clock.now().toISOString()
    clock.set(time)
    await own.owner.view()
    clock.set(now)
  }
  const times = async () => (await entries()).map(({ createdAt }) => createdAt)

  it('removes entries older than 90 days', async () => {
    await viewAt(old)
    await viewAt(youngEnough)
    expect(await maintenanceCommand(['purge-audit-log'])(app.app.deps)).toBe('Removed 1 entry of the audit log.')
    expect(await times()).toEqual([youngEnough])
    expect(await maintenanceCommand(['purge-audit-log'])(app.app.deps)).toBe('Removed 0 entries of the audit log.')
  })

  it('is a command that works while the service runs', async () => {
    await viewAt('2020-01-01T00:00:00.000Z')
    const { databaseUrl, session } = app.app.deps.config.secrets
    const child = spawn(process.execPath, ['server/start/maintenance.ts', 'purge-audit-log'], {
      env: commandEnvironment({
        DATA_DIR: app.dataDir,
        ...(databaseUrl && { DATABASE_URL: databaseUrl, ADMIN_SESSION_SECRET: session ?? '' }),
      }),
    })
    expect(await text(child.stdout)).toMatch(/^Removed \d+ entr(y|ies) of the audit log\.\n$/)
    expect(await times()).toEqual([])
  })

  test.each([[[]], [['purge']], [['purge-audit-log', 'now']]])('prints its usage after %j', (words) => {
    expect(() => maintenanceCommand(words)).toThrow(UsageError)
  })
})
