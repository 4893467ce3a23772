import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needsSession } from '#contract/operation/access.ts'
import { operations } from '#contract/operations.ts'
import { settingKeys } from '#contract/settings/setting-table.ts'
import { adminCommand } from '#server/command-line/admin-command.ts'
import { adminActionOf } from '#server/http/admin-audit.ts'
import { purgeAuditLog } from '#server/jobs/purge.ts'
import {
  adminCredentials,
  login,
  loginAsAdmin,
  loginAsAuditor,
  loginAsModerator,
  loginAsNew,
  post,
  type Session,
} from '#tests/support/admin.ts'
import { replyTo } from '#tests/support/ask.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'
import adminTexts from '#web/features/admin/texts/en.json' with { type: 'json' }

const clock = fakeClock('2026-03-02T08:00:00.000Z')
let app: TestApp
let admin: Session
let moderator: Session
beforeAll(async () => {
  app = await startApp({ overrides: { clock } })
  admin = await loginAsAdmin(app)
  moderator = await loginAsModerator(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

interface Entry {
  id: number
  actor_name: string
  action: string
  target_id: string | null
  details: Record<string, unknown> | null
}
const ask = async (query = '', by = admin) => {
  const response = await by.fetch(`/api/admin/admin-audit${query}`)
  return (await response.json()) as { entries: Entry[]; nextBefore: number | null; code?: string }
}
/** Runs while no entry can be written to the admin log. */
async function withoutEntries<Result>(run: () => Promise<Result>): Promise<Result> {
  const { database } = app.app.deps as { database: { transaction: typeof app.app.deps.database.transaction } }
  const { transaction } = database
  database.transaction = (inside) =>
    transaction((tx) =>
      inside({ ...tx, adminAudit: { ...tx.adminAudit, add: () => Promise.reject(new Error('full')) } }),
    )
  try {
    return await run()
  } finally {
    database.transaction = transaction
  }
}
const newest = async () => (await ask('?limit=1')).entries[0]

const propertiesOf = (schema: object | undefined) =>
  (schema && 'properties' in schema ? schema.properties : {}) as object

const changesNothing = ['beginPasskey', 'rankPassword']

/** The regular expression that docs/operations.md gives to fail2ban. */
function fail2banFilter(): RegExp {
  const [, filter = ''] = /failregex = (.+)/.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  return new RegExp(filter.replace('<HOST>', '(?<host>[\\da-f.:]+)'))
}

describe('the contract', () => {
  it.each(Object.entries(operations))('%s: each write with a session has an action', (name, operation) => {
    const isWrite = operation.method !== 'GET' && needsSession(operation.access) && !changesNothing.includes(name)
    const action = adminActionOf(name, operation)
    if (isWrite) expect(action).toMatch(/^[a-z_]+$/)
    // The page of the log has a text for it.
    if (action !== undefined) expect(adminTexts.adminAudit.action).toHaveProperty(action)
    if (operation.access === 'token') expect(adminActionOf(name, operation)).toBeUndefined()
  })

  it('gives the page of the log a text for each field that a request can have', () => {
    const logged = Object.entries(operations).filter(([name, each]) => adminActionOf(name, each) !== undefined)
    const fields = logged.flatMap(([, { body, query }]) =>
      Object.keys({ ...propertiesOf(body), ...propertiesOf(query) }),
    )
    const impliedByAction = ['username', 'challenge', 'assertion', 'undoId']
    const known = [...Object.keys(adminTexts.adminAudit.field), ...settingKeys, 'logo', ...impliedByAction]
    expect(fields.length).toBeGreaterThan(50)
    expect(new Set(fields.filter((field) => !known.includes(field)))).toEqual(new Set())
  })
})

describe('entries', () => {
  it('of the setup, with the new account', async () => {
    const { entries } = await ask('?action=setup_initial_admin')
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        actor_id: 1,
        actor_name: 'admin',
        action: 'setup_initial_admin',
        target_type: 'user',
        target_id: '1',
        details: { fields: ['username', 'password'], username: 'admin' },
        ip_address: '127.0.0.1',
        created_at: clock.now().toISOString(),
      },
    ])
  })

  it('of a login, and of a failed one with name and address, in the log for fail2ban too', async () => {
    await login(app, adminCredentials)
    expect(await newest()).toMatchObject({ actor_id: 1, actor_name: 'admin', action: 'login' })
    await post(app, '/auth/login', { username: 'Mallory ","address":"1.1.1.1', password: 'wrong password' })
    expect(await newest()).toMatchObject({
      actor_id: null,
      actor_name: 'Mallory ","address":"1.1.1.1',
      action: 'login_failed',
      ip_address: '127.0.0.1',
    })
    const line = app.logged().match(/.*"login failed".*/)?.[0] ?? ''
    // fail2ban cuts the time out of a line of a file; the journal puts two words before it.
    for (const seen of [line.replace(/"time":\d+/, ''), `photos node[4711]: ${line}`]) {
      expect(fail2banFilter().exec(seen)?.groups).toEqual({ host: '127.0.0.1' })
    }
    expect(JSON.stringify(await ask())).not.toContain('wrong password')
  })

  it('hold nothing of a failed login that the contract does not name, such as a long text', async () => {
    const said = { status: 'x'.repeat(1_000), groupIds: [{ any: 'text' }], more: [], flag: true }
    await post(app, '/auth/login', { username: 'Eve', password: 'wrong password', ...said })
    expect(await newest()).toMatchObject({ action: 'login_failed', details: { fields: ['username', 'password'] } })
    expect(Object.keys((await newest())?.details ?? {})).toEqual(['fields'])
  })

  it('name the group they are about as it is called now', async () => {
    const { groupId } = await uploadGroup(app, { parts: { metadata: { title: 'Birdhouse' } } })
    await moderator.fetch(`/api/admin/groups/${groupId}/approve`, { method: 'PATCH', json: { approved: true } })
    expect(await newest()).toMatchObject({ target_id: groupId, target_name: 'Birdhouse' })
  })

  it('of accounts: who created, changed and deleted which', async () => {
    const { user } = await loginAsNew(app, { username: 'nora' })
    expect((await ask('?action=create_user')).entries[0]).toMatchObject({
      actor_name: 'admin',
      target_type: 'user',
      target_id: String(user.id),
      details: { username: 'nora' },
    })
    const path = `/api/admin/users/${user.id}`
    await admin.fetch(path, { method: 'PATCH', json: { role: 'auditor', disabled: true } })
    expect(await newest()).toMatchObject({
      action: 'update_user',
      target_id: String(user.id),
      details: { fields: ['role', 'disabled'], role: 'auditor', disabled: true, username: 'nora' },
    })
    await admin.fetch(path, { method: 'DELETE' })
    expect(await newest()).toMatchObject({ action: 'delete_user', details: { username: 'nora' } })
  })

  it('of moderation: an approval, an edit without its text, a deletion', async () => {
    const { groupId } = await uploadGroup(app)
    const group = `/api/admin/groups/${groupId}`
    await moderator.fetch(`${group}/approve`, { method: 'PATCH', json: { approved: true } })
    expect(await newest()).toMatchObject({
      actor_name: 'moderator',
      action: 'approve_group',
      target_type: 'group',
      target_id: groupId,
      details: { approved: true },
    })
    await moderator.fetch(group, { method: 'PATCH', json: { title: 'A secret title' } })
    expect(await newest()).toMatchObject({ action: 'edit_group', details: { fields: ['title'] } })
    await moderator.fetch(group, { method: 'DELETE' })
    expect(await newest()).toMatchObject({ action: 'delete_group', target_id: groupId, details: null })
    expect(JSON.stringify(await ask())).not.toContain('A secret title')
  })

  it('of a bulk step and of the export, one each', async () => {
    const { groupId } = await uploadGroup(app)
    const before = (await newest())?.id ?? 0
    await moderator.fetch('/api/admin/groups/bulk', {
      method: 'POST',
      json: { action: 'approve', groupIds: [groupId] },
    })
    await moderator.fetch('/api/admin/consents/export?format=csv').then((response) => response.text())
    const { entries } = await ask()
    expect(entries.filter(({ id }) => id > before)).toMatchObject([
      { action: 'export_consents', details: { format: 'csv' } },
      { action: 'bulk_moderate', details: { action: 'approve', groupIds: [groupId] } },
    ])
  })

  it('none for requests that fail, change nothing or are refused', async () => {
    const before = (await newest())?.id
    await moderator.fetch('/api/admin/groups/unknown', { method: 'DELETE' })
    await moderator.fetch('/api/admin/cleanup/trigger', { method: 'POST' })
    await admin.fetch('/api/admin/users', { method: 'POST', json: { username: 'ADMIN', password: 'long enough' } })
    expect((await newest())?.id).toBe(before)
  })

  it('that cannot be written prevent the change', async () => {
    const { groupId } = await uploadGroup(app)
    const response = await withoutEntries(() =>
      moderator.fetch(`/api/admin/groups/${groupId}/approve`, { method: 'PATCH' }),
    )
    expect(response.status).toBe(500)
    const group = await moderator.fetch(`/api/admin/groups/${groupId}`)
    expect(await group.json()).toMatchObject({ isApproved: false })
    const rollback = await withoutEntries(() => admin.fetch('/api/system/migration/rollback', { method: 'POST' }))
    expect(rollback.status).toBe(500)
    expect(await app.app.deps.database.groups.find(groupId)).toBeDefined()
  })

  it('that cannot be written prevent login and export', async () => {
    const refused = await withoutEntries(() => post(app, '/auth/login', adminCredentials))
    expect(refused.status).toBe(500)
    expect(refused.headers.getSetCookie()).toEqual([])
    const csv = await withoutEntries(() => moderator.fetch('/api/admin/consents/export?format=csv'))
    expect(csv.status).toBe(500)
    expect(csv.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(csv.headers.has('content-disposition')).toBe(false)
    expect(await csv.json()).toMatchObject({ code: 'INTERNAL_ERROR' })
    // The answer to a wrong password is the usual one.
    const wrong = { ...adminCredentials, password: 'wrong password' }
    expect((await withoutEntries(() => post(app, '/auth/login', wrong))).status).toBe(401)
  })

  it('of a rollback and a migration, in the transaction that moves the groups', async () => {
    const { groupId } = await uploadGroup(app)
    await admin.fetch('/api/system/migration/rollback', { method: 'POST' })
    expect(await app.app.deps.database.groups.find(groupId)).toBeUndefined()
    expect(await newest()).toMatchObject({ actor_name: 'admin', action: 'rollback_storage' })
    await admin.fetch('/api/system/migration/migrate', { method: 'POST' })
    expect(await app.app.deps.database.groups.find(groupId)).toBeDefined()
    expect(await newest()).toMatchObject({ actor_name: 'admin', action: 'migrate_storage' })
  })

  it('of changes on the command line', async () => {
    const deps = { ...app.app.deps, readPassword: async () => 'typed by hand' }
    await adminCommand(['create', 'otto'])(deps)
    expect(await newest()).toMatchObject({
      actor_id: null,
      actor_name: 'npm run admin',
      action: 'create',
      details: { username: 'otto' },
    })
  })
})

describe('listAdminAudit', () => {
  it('pages by before, filters by actor, action and search', async () => {
    const all = (await ask('?limit=1000')).entries
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a))
    const first = await ask('?limit=2')
    expect(first.nextBefore).toBe(first.entries[1]?.id)
    expect((await ask(`?limit=2&before=${first.nextBefore}`)).entries.map(({ id }) => id)).toEqual(
      all.slice(2, 4).map(({ id }) => id),
    )
    expect((await ask('?limit=1000')).nextBefore).toBeNull()
    const byModerator = (await ask('?actor=MODERATOR&limit=1000')).entries
    expect(byModerator).toEqual(all.filter(({ actor_name }) => actor_name === 'moderator'))
    const target = byModerator.find(({ action }) => action === 'delete_group')?.target_id ?? ''
    const found = (await ask(`?search=${target.slice(2, 12)}&action=delete_group`)).entries
    expect(found.map(({ target_id }) => target_id)).toEqual([target])
    expect((await ask('?search=%25')).entries).toEqual([])
    expect((await ask('?search=MALLORY')).entries).toMatchObject([{ action: 'login_failed' }])
  })

  it('filters by time: since it and until before it', async () => {
    const from = clock.now()
    const known = (await newest())?.id ?? 0
    clock.advance(60_000)
    await login(app, adminCredentials)
    const at = clock.now().toISOString()
    clock.advance(60_000)
    const idsOf = async (query: Record<string, string>) =>
      (await ask(`?${new URLSearchParams(query)}`)).entries.map(({ id }) => id).filter((id) => id > known)
    expect(await idsOf({ since: at })).toEqual([known + 1])
    expect(await idsOf({ since: at.replace('Z', '+00:00'), until: clock.now().toISOString() })).toEqual([known + 1])
    expect(await idsOf({ since: from.toISOString(), until: at })).toEqual([])
    for (const time of ['yesterday', '2026-02-30T00:00:00Z', '2026-02-01']) {
      expect((await ask(`?since=${time}`)).code).toBe('INVALID_PARAMETER')
    }
  })

  it('400 for an invalid limit or page', async () => {
    for (const query of ['?limit=0', '?limit=1001', '?before=0', '?before=x', '?format=xml']) {
      expect((await ask(query)).code).toBe('INVALID_PARAMETER')
    }
  })

  it('exports all matches as CSV, with formulas neutralised', async () => {
    await post(app, '/auth/login', { username: '=1+1', password: 'wrong' })
    const response = await admin.fetch('/api/admin/admin-audit?format=csv&action=login_failed&limit=1')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="admin-audit-2026-03-02\.csv"$/)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'))
    const lines = bytes.toString().trim().split('\r\n')
    expect(lines[0]).toBe('id,actor_id,actor_name,action,target_type,target_id,details,ip_address,created_at')
    expect(lines.length).toBeGreaterThan(2)
    expect(lines[1]).toContain("'=1+1,login_failed")
  })

  it('lists the names of those who did something, not of those who only failed to log in', async () => {
    const response = await admin.fetch('/api/admin/admin-audit/actors')
    const { actors } = await replyTo('listAdminAuditActors', response)
    expect(actors).toEqual(actors.toSorted())
    expect(actors).toEqual(expect.arrayContaining(['admin', 'moderator', 'npm run admin']))
    expect(actors.join()).not.toContain('Mallory')
  })

  it('is for admins and auditors', async () => {
    const auditor = await loginAsAuditor(app)
    // Titles are visitors' texts.
    expect(await (await auditor.fetch('/api/admin/admin-audit')).text()).not.toContain('Birdhouse')
    expect((await ask('', auditor)).entries.length).toBeGreaterThan(0)
    expect((await ask('', moderator)).code).toBe('ROLE_REQUIRED')
  })
})

describe('the purge', () => {
  it('removes entries older than ADMIN_AUDIT_RETENTION_DAYS', async () => {
    const purge = () => app.app.deps.database.transaction((tx) => purgeAuditLog(app.app.deps, tx))
    const { length } = (await ask('?limit=1000')).entries
    clock.advance(365 * 24 * 60 * 60_000 - 2 * 60_000)
    expect(await purge()).toBe(0)
    clock.advance(2 * 60_000 + 1)
    expect(await purge()).toBe(length)
    expect((await app.app.deps.database.adminAudit.list({}, 1)).entries).toEqual([])
  })
})
