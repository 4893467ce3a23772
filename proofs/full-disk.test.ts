import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { answerOf, type OwnedGroup, ownGroup, stored } from '#tests/support/manage.ts'
import { bucketVariables, newBucket } from '#tests/support/servers/buckets.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { canMount, memoryDisk, type SmallDisk } from '#tests/support/servers/small-disk.ts'
import { startProcess } from '#tests/support/servers/start-process.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { bodyOf, sendBatch, uploadGroup } from '#tests/support/upload.ts'

const env = { MANAGEMENT_RATE_LIMIT: '100000', DATABASE_URL: '' }
const possible = await canMount()
if (!possible) console.warn('Skipped: a small file system can be mounted by root only')

describe.skipIf(!possible)('on a full disk', () => {
  let disk: SmallDisk
  let app: TestApp
  let own: OwnedGroup
  beforeEach(async () => {
    disk = await memoryDisk(96)
    app = await startApp({ env, dataDir: disk.folder, jobs: true })
    own = await ownGroup(app)
  })
  afterEach(async () => {
    try {
      await app.stop()
    } finally {
      await disk[Symbol.asyncDispose]()
    }
  })
  const files = () => app.storedFiles().then((names) => names.length)
  const upload = async () => answerOf(await sendBatch(app, { files: [{ name: 'a.jpg', bytes: await makeImage() }] }))

  it('refuses an upload completely with 507, and accepts it as soon as there is space', async () => {
    await disk.fill()
    const before = await files()
    for (let n = 0; n < 3; n++) expect(await upload()).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } })
    const single = new FormData()
    single.append('file', new Blob([new Uint8Array(await makeImage())]), 'a.jpg')
    const answer = await app.fetch('/api/upload', { method: 'POST', body: single })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([507, 'STORAGE_FULL'])
    expect((await own.owner.add(await makeImage())).body.code).toBe('STORAGE_FULL')
    expect(await files()).toBe(before)
    await disk.empty()
    expect((await upload()).status).toBe(200)
    expect((await own.owner.add(await makeImage())).status).toBe(200)
  })

  it('refuses an upload that fills the disk with 507, and leaves nothing of it', async () => {
    const before = await files()
    await disk.fill(33 * 2 ** 20)
    const large = Buffer.concat([await makeImage(), Buffer.alloc(36 * 2 ** 20, 'x')])
    const answers = await Promise.all(
      [1, 2].map(async () => answerOf(await sendBatch(app, { files: [{ name: 'a.jpg', bytes: large }] }))),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } })
    await expect.poll(files).toBe(before)
    expect((await upload()).status).toBe(200)
  })

  it('serves all reads', async () => {
    const admin = await loginAsAdmin(app)
    await disk.fill()
    const [image] = own.group.images
    for (const path of [
      '/health',
      '/api/groups',
      `/api/groups/${own.groupId}`,
      `/api/manage/${own.token}`,
      `/api/download/${image?.fileName}`,
      `${image?.filePath}`,
      `${image?.previewPath}`,
    ]) {
      expect([path, (await app.fetch(path)).status]).toEqual([path, 200])
    }
    for (const path of ['groups', `groups/${own.groupId}`, 'deletion-log', 'management-audit', 'consents/export']) {
      expect([path, (await admin.fetch(`/api/admin/${path}`)).status]).toEqual([path, 200])
    }
  })

  it('lets owners and admins withdraw consents, and delete, which frees space', async () => {
    const admin = await loginAsAdmin(app)
    const photo = await makeImage({ width: 2000, height: 2000, detail: true })
    const groups = []
    for (let n = 0; n < 4; n++) groups.push(await uploadGroup(app, { files: [{ name: 'a.jpg', bytes: photo }] }))
    await disk.fill()
    expect(await disk.freeBytes()).toBe(0)
    const { send } = own.owner
    expect((await send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })).status).toBe(200)
    expect((await app.fetch(`/api/groups/${own.groupId}`)).status).toBe(404)
    expect((await send('DELETE', `/images/${own.imageIds[0]}`)).status).toBe(200)
    expect((await send('DELETE')).status).toBe(200)
    const [first, ...others] = groups.map(({ groupId }) => groupId)
    expect((await admin.fetch(`/api/admin/groups/${first}`, { method: 'DELETE' })).status).toBe(200)
    const bulk = { action: 'delete', groupIds: others }
    expect((await admin.fetch('/api/admin/groups/bulk', { method: 'POST', json: bulk })).status).toBe(200)
    expect(await files()).toBe(0)
    expect(await disk.freeBytes()).toBeGreaterThan(photo.length * 4)
  })

  it('lets an admin log in and delete after a start', async () => {
    await loginAsAdmin(app)
    await app.stop()
    await disk.fill()
    app = await startApp({ env, dataDir: disk.folder, jobs: true })
    const admin = await loginAsAdmin(app)
    expect((await admin.fetch(`/api/admin/groups/${own.groupId}`, { method: 'DELETE' })).status).toBe(200)
    expect(await files()).toBe(0)
    await disk.empty()
    expect((await upload()).status).toBe(200)
  })

  it('filled twice and killed: still lets owners and admins delete, and rebuilds the reserve from the freed space', async () => {
    const photo = await makeImage({ width: 2000, height: 2000, detail: true })
    const groups = []
    for (let n = 0; n < 4; n++) groups.push(await uploadGroup(app, { files: [{ name: 'a.jpg', bytes: photo }] }))
    const admin = await loginAsAdmin(app)
    await app.stop()
    {
      await using service = await startProcess({ ...env, DATA_DIR: disk.folder })
      expect((await fetch(`${service.url}/health`)).status).toBe(200)
      await disk.fill()
      await rm(join(disk.folder, 'disk-reserve'), { force: true })
      await disk.fill()
    }
    expect(await disk.freeBytes()).toBe(0)
    app = await startApp({ env, dataDir: disk.folder, jobs: true })
    expect((await app.fetch(`/api/manage/${own.token}`, { method: 'DELETE' })).status).toBe(200)
    const headers = { cookie: admin.cookie, 'x-csrf-token': admin.csrfToken }
    for (const { groupId } of groups) {
      expect((await app.fetch(`/api/admin/groups/${groupId}`, { method: 'DELETE', headers })).status).toBe(200)
    }
    expect(await files()).toBe(0)
    if ((await disk.freeBytes()) > 13 * 2 ** 20) {
      expect(await app.app.deps.database.keepReserve()).toBe(true)
      expect(await readdir(disk.folder)).toContain('disk-reserve')
    }
  })

  it('answers writes with 507 and changes nothing if even the reserve is used up', async () => {
    const admin = await loginAsAdmin(app)
    const rollback = () => admin.fetch('/api/system/migration/rollback', { method: 'POST' })
    await disk.fill()
    await rm(join(disk.folder, 'disk-reserve'))
    await disk.fill()
    // The write-ahead log has some space that it reuses.
    const { send } = own.owner
    let edit = await send('PUT', '/metadata', { title: 'Title' })
    for (let n = 0; edit.status === 200 && n < 5_000; n++) {
      edit = await send('PUT', '/metadata', { title: `Title ${n}`, description: `${n}`.repeat(400) })
    }
    expect(edit).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } })
    const { title } = (await (await app.fetch(`/api/groups/${own.groupId}`)).json()) as { title: string }
    expect(title).toBe((await stored(app, own.groupId)).title)
    const refused = await rollback()
    expect([refused.status, (await bodyOf<{ code: string }>(refused)).code]).toEqual([507, 'STORAGE_FULL'])
    expect((await readdir(disk.folder)).filter((name) => name.startsWith('groups.'))).toEqual([])
    await disk.empty()
    expect((await rollback()).status).toBe(200)
    expect((await app.fetch(`/api/groups/${own.groupId}`)).status).toBe(200)
    expect((await readdir(join(disk.folder, 'upload'))).length).toBe(3)
  })
})

const s3 = await sharedService('s3')

describe.skipIf(!possible || s3 === undefined)('on a full disk of the spool', () => {
  it('makes the replica unready and refuses uploads with 507 until there is space again', async () => {
    if (s3 === undefined) return
    await using disk = await memoryDisk(96)
    const variables = { ...env, ...bucketVariables(await newBucket(s3)) }
    const app = await startApp({ env: variables, dataDir: disk.folder })
    await using _stopped = { [Symbol.asyncDispose]: () => app.stop() }
    const ready = async () => (await app.fetch('/health/ready')).status
    const upload = async () => (await sendBatch(app, { files: [{ name: 'a.jpg', bytes: await makeImage() }] })).status
    await expect.poll(ready).toBe(200)
    await disk.fill()
    expect([await ready(), await upload()]).toEqual([503, 507])
    await disk.empty()
    await expect.poll(ready).toBe(200)
    expect(await upload()).toBe(200)
  })
})
