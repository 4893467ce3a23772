import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeFiles } from '#server/jobs/remove-files.ts'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type OwnedGroup, owner, ownGroup } from '#tests/support/manage.ts'
import { canMount, failingDisk, memoryDisk } from '#tests/support/servers/small-disk.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { bodyOf, sendBatch } from '#tests/support/upload.ts'

const env = { MANAGEMENT_RATE_LIMIT: '100000', DATABASE_URL: '' }
const possible = await canMount()
const unavailable = [503, 'TEMPORARILY_UNAVAILABLE']

const outcome = async (response: Response) => [response.status, (await bodyOf<{ code?: string }>(response)).code]
const upload = async (app: TestApp) =>
  outcome(await sendBatch(app, { files: [{ name: 'a.jpg', bytes: await makeImage() }] }))

async function expectReadable(app: TestApp, admin: Session, own: OwnedGroup): Promise<void> {
  const [image] = own.group.images
  const paths = ['/api/groups', `/api/groups/${own.groupId}`, image?.filePath ?? '', image?.previewPath ?? '']
  for (const path of paths) expect([path, (await app.fetch(path)).status]).toEqual([path, 200])
  for (const path of ['groups', `groups/${own.groupId}`, 'management-audit']) {
    expect([path, (await admin.fetch(`/api/admin/${path}`)).status]).toEqual([path, 200])
  }
}

describe.skipIf(!possible)('a disk that becomes read-only', () => {
  it('refuses writes with 503, serves reads, and works again once it is repaired', async ({ skip }) => {
    const disk = await failingDisk(96)
    if (disk === undefined) return skip('ext4 cannot be made here')
    await using _ = disk
    let app = await startApp({ env, dataDir: disk.folder, jobs: true })
    const own = await ownGroup(app)
    const admin = await loginAsAdmin(app)
    await disk.becomeReadOnly()

    expect(await upload(app)).toEqual(unavailable)
    const { send, add } = own.owner
    for (const answer of [
      await send('PUT', '/metadata', { title: 'Title' }),
      await send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' }),
      await add(await makeImage()),
      await send('DELETE', `/images/${own.imageIds[0]}`),
      await send('DELETE'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual(unavailable)
    }
    const approval = { method: 'PATCH', json: { approved: false } }
    expect(await outcome(await admin.fetch(`/api/admin/groups/${own.groupId}/approve`, approval))).toEqual(unavailable)
    await expectReadable(app, admin, own)
    // No export without its entry in the admin log (D51).
    expect(await outcome(await admin.fetch('/api/admin/consents/export'))).toEqual(unavailable)

    await app.stop()
    await disk.repair()
    app = await startApp({ env, dataDir: disk.folder, jobs: true })
    expect((await owner(app, own.token).view()).body.data.imageCount).toBe(3)
    expect(await upload(app)).toEqual([200, undefined])
    await app.stop()
  })

  it('refuses uploads with 503 if only the files are on it, deletes rows at once and files later', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'werkschau-read-only-'))
    await using opened = new AsyncDisposableStack()
    opened.defer(() => rm(dataDir, { recursive: true, force: true }))
    const disks = [
      opened.use(await memoryDisk(64, join(dataDir, 'upload'))),
      opened.use(await memoryDisk(64, join(dataDir, 'previews'))),
    ]
    const app = await startApp({ env, dataDir })
    opened.defer(app.stop)
    const own = await ownGroup(app)
    const other = await ownGroup(app)
    const admin = await loginAsAdmin(app)
    for (const disk of disks) await disk.remount('ro')

    expect(await upload(app)).toEqual(unavailable)
    expect((await own.owner.add(await makeImage())).body.code).toBe('TEMPORARILY_UNAVAILABLE')
    await expectReadable(app, admin, own)
    expect((await other.owner.send('DELETE')).status).toBe(200)
    for (const { filePath, previewPath } of other.group.images) {
      expect((await app.fetch(filePath)).status).toBe(404)
      expect((await app.fetch(previewPath)).status).toBe(404)
    }
    expect(await app.storedFiles()).toHaveLength(12)

    for (const disk of disks) await disk.remount('rw')
    expect(await upload(app)).toEqual([200, undefined])
    await removeFiles(app.app.deps)
    expect(await app.storedFiles()).toHaveLength(8)
  })
})
