import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openJsonGroupArchive } from '#server/adapters/json/json-group-archive.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask, refused, succeeded } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { jsonFiles, readGroupsJson, writeGroupsJson } from '#tests/support/installations/archive-files.ts'
import { type OwnedGroup, ownGroup } from '#tests/support/manage.ts'
import { begun, complete, look, put } from '#tests/support/submissions.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'
import { full, migratingService, sparse } from './migrating-service.ts'

const service = migratingService()

const withoutRollback = (text: string) => {
  const { groups } = JSON.parse(text)
  for (const { images } of groups) for (const image of images) delete image.id
  return JSON.stringify({ groups })
}

describe('rollbackStorage', () => {
  it('waits for running requests and makes new ones wait: none of them misses a group', async () => {
    const app = await service.start({ env: { MANAGEMENT_RATE_LIMIT: '100000' } })
    const { fetch } = app
    const admin = await loginAsAdmin(app)
    const bytes = await makeImage()
    const group = await uploadGroup(app, { files: [1, 2, 3].map((n) => ({ name: `${n}.jpg`, bytes })) })
    await publish(app, group.groupId)
    const link = `/api/manage/${group.managementToken}`
    const body = JSON.stringify({ consentType: 'platform', platformId: 1, action: 'restore' })
    const headers = { 'content-type': 'application/json' }
    const requests = [
      () => fetch(link),
      () => fetch(`${link}/consents`, { method: 'PUT', body, headers }),
      () => fetch(`/api/groups/${group.groupId}`),
      () => fetch(`/previews/${group.images[0]?.previewPath.split('/').at(-1)}`),
      () => fetch(`/upload/${group.images[1]?.fileName}`),
      () => admin.fetch(`/api/admin/groups/${group.groupId}`),
    ]
    for (let round = 0; round < 5; round++) {
      const before = requests.map((send) => send())
      const rollback = admin.fetch('/api/system/migration/rollback', { method: 'POST' })
      const after = [...requests, ...requests, ...requests].map((send) => send())
      const answers = await Promise.all([rollback, ...before, ...after])
      expect(answers.filter(({ status }) => status !== 200).map(({ status, url }) => [status, url])).toEqual([])
    }
  })

  it('shows no photo of an open request for a child when an older groups.json comes back', async () => {
    const app = await service.start()
    const group = await uploadGroup(app)
    await publish(app, group.groupId)
    await service.rollback()
    const older = await readFile(join(service.dataDir, 'groups.json'))
    expect((await service.feed()).body.groups).toHaveLength(1)
    const imageId = group.images[0]?.id ?? 0
    await ask(app, 'createRemovalRequest', { json: { imageId, reason: 'my_child' } })
    expect((await service.feed()).body.groups).toEqual([])
    await service.rollback()
    await writeFile(join(service.dataDir, 'groups.json'), older)
    expect((await service.feed()).body.groups).toEqual([])
    expect(await app.app.deps.database.images.find(imageId)).toMatchObject({ hiddenReason: 'removal_request' })
  })

  it.each([
    ['that an earlier rollback wrote', (older: string) => older, true],
    ['of another program, without ids of images', withoutRollback, false],
  ])('brings back nothing that was withdrawn since a groups.json %s', async (_, written, withIds) => {
    const app = await service.start()
    const platforms = { consents: { workshopConsent: true, socialMediaConsents: [{ platformId: 1 }] } }
    const names = ['revoked', 'unapproved', 'hidden', 'deleted', 'again', 'kept'] as const
    const groups = new Map<string, OwnedGroup>()
    for (const name of names) groups.set(name, await ownGroup(app, { images: 2, parts: platforms }))
    const of = (name: (typeof names)[number]) => present(groups.get(name))
    await service.rollback()
    const older = await readFile(join(service.dataDir, 'groups.json'), 'utf8')
    const admin = await loginAsAdmin(app)
    const approve = (name: (typeof names)[number], approved: boolean) =>
      ask(admin, 'approveGroup', { params: { groupId: of(name).groupId }, json: { approved } })
    const { send } = of('revoked').owner
    await send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await send('PUT', '/consents', { consentType: 'social_media', action: 'revoke', platformId: 1 })
    await approve('unapproved', false)
    await approve('again', false)
    await approve('again', true)
    const params = { groupId: of('hidden').groupId, imageId: of('hidden').imageIds[0] ?? 0 }
    await ask(admin, 'editImage', { params, json: { hidden: true } })
    await of('deleted').owner.send('DELETE')
    await service.rollback()
    await writeFile(join(service.dataDir, 'groups.json'), written(older))
    const shown = new Map((await service.feed()).body.groups.map((group) => [group.groupId, group.imageCount]))
    const expected = new Map([[of('kept').groupId, 2], ...(withIds ? [[of('hidden').groupId, 1] as const] : [])])
    expect(shown).toEqual(expected)
    const { database } = app.app.deps
    expect(await database.groups.find(of('deleted').groupId)).toBeUndefined()
    expect(await database.consents.ofGroup(of('revoked').groupId)).toMatchObject([{ revoked: true }])
    expect(await database.deletionLog.latest('all')).toHaveLength(1)
    // What is approved anew stays so.
    await approve('unapproved', true)
    await service.rollback()
    expect((await service.feed()).body.groups).toHaveLength(expected.size + 1)
  })

  it('keeps what was approved again before it, also by a clock that was wrong', async () => {
    const app = await service.start({ overrides: { clock: fakeClock('2026-03-01T08:00:00.000Z') } })
    const { groupId } = await uploadGroup(app)
    const admin = await loginAsAdmin(app)
    for (const approved of [true, false, true]) {
      await ask(admin, 'approveGroup', { params: { groupId }, json: { approved } })
    }
    await service.rollback()
    expect((await service.feed()).body.groups).toHaveLength(1)
  })

  it('moves the groups to groups.json with tokens and consents, and the next request brings them back', async () => {
    await writeGroupsJson(service.dataDir, { groups: [full, sparse] })
    await service.start()
    const before = await service.feed()
    expect(await service.rollback()).toMatchObject({ status: 200, body: { success: true, groupsRestored: 2 } })
    expect(await service.status()).toMatchObject({
      migrationComplete: false,
      databaseActive: false,
      jsonBackupExists: true,
    })
    expect((await service.health()).status).toBe(200)
    const written = await readGroupsJson(service.dataDir)
    expect(written).toMatchObject(
      [sparse, { ...full, images: [{ fileName: 'first.jpg' }, full.images[0]] }].map(
        ({ uploadDate, ...fields }) => fields,
      ),
    )
    expect(await service.app.app.deps.database.groups.any()).toBe(false)
    const after = await service.feed()
    expect(after.body).toEqual(before.body)
    expect(await jsonFiles(service.dataDir)).toHaveLength(2)
  })

  it('makes no second group of a submission that was complete before (D66)', async () => {
    const app = await service.start()
    const submissionId = await begun(app)
    await succeeded(put(app, { submissionId, bytes: await makeImage() }))
    const first = await succeeded(complete(app, submissionId))
    await service.rollback()
    expect((await look(app, submissionId)).body).toMatchObject({ isComplete: true, files: [{ status: 'arrived' }] })
    await refused(put(app, { submissionId, bytes: await makeImage() }), 409, 'SUBMISSION_COMPLETE')
    expect(await succeeded(complete(app, submissionId))).toMatchObject({
      groupId: first.groupId,
      managementToken: first.managementToken,
    })
  })

  it('keeps files, admins and sessions', async () => {
    await service.start()
    await uploadGroup(service.app)
    const files = await service.app.storedFiles()
    const admin = await loginAsAdmin(service.app)
    expect((await admin.fetch('/api/system/migration/rollback', { method: 'POST' })).status).toBe(200)
    expect(await service.app.storedFiles()).toEqual(files)
    expect((await admin.fetch('/auth/csrf-token')).status).toBe(200)
    expect(await service.app.app.deps.database.fileRemovals.planned()).toEqual([])
  })

  it('does nothing if the groups are already in groups.json', async () => {
    await service.start()
    await uploadGroup(service.app)
    expect((await service.rollback()).body.groupsRestored).toBe(1)
    const first = await readFile(join(service.dataDir, 'groups.json'), 'utf8')
    expect(await service.rollback()).toMatchObject({ status: 200, body: { groupsRestored: 0 } })
    expect(await readFile(join(service.dataDir, 'groups.json'), 'utf8')).toBe(first)
  })

  it('never reuses an image id', async () => {
    await service.start()
    const { images } = await uploadGroup(service.app)
    await service.rollback()
    const later = await uploadGroup(service.app)
    expect(later.images[0]?.id).toBeGreaterThan(images[0]?.id ?? 0)
  })

  it('500 while an invalid groups.json exists; the groups stay in the database', async () => {
    await service.start()
    const { groupId } = await uploadGroup(service.app)
    await writeGroupsJson(service.dataDir, { groups: [{ ...sparse, groupId: undefined }] })
    const { status, body } = await service.rollback()
    expect(status).toBe(500)
    expect(body).toMatchObject({ code: 'ROLLBACK_FAILED', message: expect.stringContaining('groupId is missing') })
    expect(await service.app.app.deps.database.groups.find(groupId)).toBeDefined()
    expect(await jsonFiles(service.dataDir)).toEqual(['groups.json'])
  })

  it.each(['write', 'publish'])('500 when it cannot %s the file; the groups stay in the database', async (step) => {
    const archive = openJsonGroupArchive(service.dataDir, { now: () => new Date() })
    const fail = () => Promise.reject(new Error(`no ${step}`))
    const write: typeof archive.write = async (...input) =>
      step === 'write' ? fail() : { ...(await archive.write(...input)), publish: fail }
    await service.start({ overrides: { archive: { ...archive, write } } })
    const { groupId } = await uploadGroup(service.app)
    const { status, body } = await service.rollback()
    expect([status, body.code]).toEqual([500, 'ROLLBACK_FAILED'])
    expect(await service.app.app.deps.database.groups.find(groupId)).toBeDefined()
    expect(await jsonFiles(service.dataDir)).toEqual([])
  })

  it('removes the groups from cached feeds and files', async () => {
    await service.start()
    const uploaded = await uploadGroup(service.app)
    await publish(service.app, uploaded.groupId)
    expect((await service.feed()).body.totalCount).toBe(1)
    await service.rollback()
    await rm(join(service.dataDir, 'groups.json'))
    expect((await service.feed()).body.totalCount).toBe(0)
    expect(await service.statusOf(uploaded.images[0]?.previewPath ?? '')).toBe(404)
  })
})
