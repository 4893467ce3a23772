import { randomUUID } from 'node:crypto'
import { appendFile, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLedger } from '#server/adapters/open/open-ledger.ts'
import { readConfig } from '#server/config/config.ts'
import { loginAsAdmin, loginAsNew, type Session } from '#tests/support/admin.ts'
import { replyTo } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const fileOf = ({ dataDir }: TestApp) => join(dataDir, 'withdrawals.jsonl')

/** The entries of the ledger, without times and ids. */
async function kindsIn({ dataDir }: TestApp) {
  await using ledger = await openLedger(readConfig({ DATA_DIR: dataDir }))
  const entries = (await ledger.read())?.entries ?? []
  return entries.filter(({ kind }) => kind !== 'begun').map(({ id: _, at: __, ...entry }) => entry)
}

const approve = (admin: Session, groupId: string, approved: boolean) =>
  admin.fetch(`/api/admin/groups/${groupId}/approve`, { method: 'PATCH', json: { approved } })

describe('the ledger of withdrawals', () => {
  it('has every withdrawal before the request is answered, in order', async () => {
    await using app = await startApp()
    const admin = await loginAsAdmin(app)
    const parts = { consents: { workshopConsent: true, socialMediaConsents: [{ platformId: 1 }] } }
    const { owner, groupId, imageIds } = await ownGroup(app, { parts })
    const [imageId = 0, other = 0] = imageIds
    const consent = (consentType: string, action: string, platformId?: number) =>
      owner.send('PUT', '/consents', { consentType, action, platformId })
    const image = (json: object) =>
      admin.fetch(`/api/admin/groups/${groupId}/images/${imageId}`, { method: 'PATCH', json })

    await consent('workshop', 'revoke')
    await consent('workshop', 'restore')
    await consent('social_media', 'revoke', 1)
    await approve(admin, groupId, false)
    await approve(admin, groupId, true)
    const { undoId } = await replyTo('editImage', await image({ hidden: true }))
    await admin.fetch('/api/admin/groups/undo', { method: 'POST', json: { undoId } })
    await owner.send('DELETE', `/images/${other}`)
    await owner.send('DELETE')
    expect(await kindsIn(app)).toEqual([
      { kind: 'workshop_consent_revoked', groupId },
      { kind: 'workshop_consent_restored', groupId },
      { kind: 'platform_consent_revoked', groupId, platformId: 1 },
      { kind: 'approval_withdrawn', groupId },
      { kind: 'image_hidden', groupId, imageId },
      { kind: 'image_shown', groupId, imageId },
      { kind: 'approval_withdrawn', groupId },
      { kind: 'image_deleted', groupId, imageId: other },
      { kind: 'group_deleted_by_owner', groupId },
    ])
  })

  it('has each change of an owner that resets the approval, and no other', async () => {
    await using app = await startApp()
    const admin = await loginAsAdmin(app)
    const { owner, groupId, imageIds } = await ownGroup(app)
    const [imageId = 0, other = 0, third = 0] = imageIds
    const regions = [{ x: 0, y: 0, width: 0.5, height: 0.5 }]
    const changes = [
      () => owner.send('PUT', '/metadata', { title: 'Without a name' }),
      async () => owner.add(await makeImage()),
      () => owner.send('DELETE', `/images/${third}`),
      () => owner.send('POST', `/images/${imageId}/redactions`, { regions }),
    ]
    const resets = async () => (await kindsIn(app)).filter(({ kind }) => kind === 'approval_withdrawn')
    for (const [n, change] of changes.entries()) {
      expect((await change()).status, `change ${n}`).toBeLessThan(300)
      expect(await resets(), `change ${n}`).toEqual(Array(n + 1).fill({ kind: 'approval_withdrawn', groupId }))
      await approve(admin, groupId, true)
    }

    const before = await kindsIn(app)
    const { images } = (await owner.view()).body.data
    const answers = [
      await owner.send('PUT', '/reorder', { imageIds: images.map(({ id }) => id).toReversed() }),
      await owner.send('PUT', '/images/descriptions', { descriptions: [{ imageId: other, description: 'Others' }] }),
      await admin.fetch(`/api/admin/groups/${groupId}`, { method: 'PATCH', json: { title: 'By the team' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await kindsIn(app)).toEqual(before)
    await approve(admin, groupId, false)
    const withdrawn = await kindsIn(app)
    expect((await owner.send('PUT', '/metadata', { title: 'Waits already' })).status).toBe(200)
    expect(await kindsIn(app)).toEqual(withdrawn)
  })

  it('has changes of accounts, and nothing personal', async () => {
    await using app = await startApp()
    const admin = await loginAsAdmin(app)
    const { user } = await loginAsNew(app, { username: 'mira', role: 'moderator' })
    const change = (json: object) => admin.fetch(`/api/admin/users/${user.id}`, { method: 'PATCH', json })
    await change({ role: 'auditor' })
    await change({ disabled: true })
    await change({ disabled: false })
    await change({ password: 'another password of the tests' })
    await change({ removeFactors: true })
    await admin.fetch(`/api/admin/users/${user.id}`, { method: 'DELETE' })
    const userId = user.id
    expect(await kindsIn(app)).toEqual([
      { kind: 'role_changed', userId },
      { kind: 'account_disabled', userId },
      { kind: 'password_changed', userId },
      { kind: 'second_factor_changed', userId },
      { kind: 'account_deleted', userId },
    ])
    expect(await readFile(fileOf(app), 'utf8')).not.toContain('mira')
    expect((await stat(fileOf(app))).mode & 0o077).toBe(0)
  })

  it('does not prevent a withdrawal if it cannot be written, and gets it later', async () => {
    await using app = await startApp()
    const { owner, groupId } = await ownGroup(app)
    const { ledger } = app.app.deps
    const append = ledger.append
    Object.assign(ledger, { append: () => Promise.reject(new Error('no ledger in this test')) })
    expect((await owner.send('DELETE')).status).toBe(200)
    expect(await kindsIn(app)).toEqual([])
    Object.assign(ledger, { append })
    const second = await ownGroup(app)
    await second.owner.send('DELETE')
    expect(await kindsIn(app)).toEqual(
      [groupId, second.groupId].map((id) => ({ kind: 'group_deleted_by_owner', groupId: id })),
    )
  })

  it('ends sessions that began before its newest entry if the database is older', async () => {
    await using app = await startApp()
    const admin = await loginAsAdmin(app)
    const isValid = async (at: TestApp) =>
      (await at.fetch('/auth/csrf-token', { headers: { cookie: admin.cookie } })).status === 200
    await app.stop()
    await using same = await startApp({ dataDir: app.dataDir })
    expect(await isValid(same)).toBe(true)
    await same.stop()
    {
      // As if a newer database had been here.
      await using ledger = await openLedger(readConfig({ DATA_DIR: app.dataDir }))
      const { ledgerId = '' } = (await ledger.read()) ?? {}
      const entry = {
        id: randomUUID(),
        at: new Date().toISOString(),
        kind: 'image_shown',
        groupId: randomUUID(),
      } as const
      await ledger.append(ledgerId, [entry])
    }
    await using older = await startApp({ dataDir: app.dataDir })
    expect(older.logged()).toContain('the database is older than the ledger')
    expect(await isValid(older)).toBe(false)
    expect((await (await loginAsAdmin(older)).fetch('/auth/csrf-token')).status).toBe(200)
  })

  it('is rewritten at the next start if it is lost, and completed if a crash truncated it', async () => {
    await using app = await startApp()
    const { owner } = await ownGroup(app)
    await owner.send('DELETE')
    const [whole, kinds] = [await readFile(fileOf(app), 'utf8'), await kindsIn(app)]
    await app.stop()
    await rm(fileOf(app))
    const second = await startApp({ dataDir: app.dataDir })
    await second.stop()
    expect(await readFile(fileOf(app), 'utf8')).toBe(whole)

    await rm(fileOf(app))
    await appendFile(fileOf(app), whole.slice(0, -20))
    const third = await startApp({ dataDir: app.dataDir })
    await third.stop()
    expect(await kindsIn(app)).toEqual(kinds)
    await using ledger = await openLedger(readConfig({ DATA_DIR: app.dataDir }))
    expect(await ledger.read()).toMatchObject({ damagedLines: 0 })
  })
})
