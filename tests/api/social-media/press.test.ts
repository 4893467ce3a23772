import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { pressPhotos } from '#server/features/social-media/press/press-archive.ts'
import { photoArchive } from '#server/groups/photo-archive.ts'
import { bothFiles } from '#server/groups/receiving/read-image-facts.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { changeAsOwner } from '#tests/support/consents.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { bucketVariables, newBucket } from '#tests/support/servers/buckets.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startApp } from '#tests/support/start-app.ts'
import { publish, type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'
import { zipEntries } from '#tests/support/zip-entries.ts'

const service = adminService()
const s3 = await sharedService('s3')

const upload = async (fields: { title?: string; name?: string; platformIds?: number[]; images?: number } = {}) => {
  const { platformIds = [1], images = 1, ...texts } = fields
  const bytes = await makeImage()
  const group = await uploadGroup(service.app, {
    files: Array.from({ length: images }, (_, index) => ({ name: `${index}.jpg`, bytes })),
    parts: {
      metadata: { year: 2024, ...texts },
      consents: { workshopConsent: true, socialMediaConsents: platformIds },
    },
  })
  await service.approve(group.groupId)
  return group
}
const list = (id: string) => ask(service.admin, 'listPressGroups', { params: { id } })
const archiveUrl = (id: string | number, groups: readonly UploadedGroup[] = []) =>
  `/api/admin/social-media/platforms/${id}/archive?groups=${groups.map(({ groupId }) => groupId).join(',')}`
const download = async (url: string, headers: Record<string, string> = {}) => {
  const response = await service.admin.fetch(url, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('listPressGroups (D78)', () => {
  it('lists approved groups with a valid consent for the platform, newest first, and where they were posted', async () => {
    const [older, newer] = [await upload({ platformIds: [2] }), await upload({ platformIds: [2, 3] })]
    const [revoked, waiting] = [await upload({ platformIds: [2] }), await upload({ platformIds: [2] })]
    await upload({ platformIds: [3] })
    await changeAsOwner(service, { groupId: revoked.groupId, action: 'revoke', platformId: 2 })
    await service.approve(waiting.groupId, { approved: false })
    const url = 'https://social.example/p/7'
    await send(service.admin, 'recordPosting', { params: { groupId: older.groupId }, json: { platformId: 2, url } })
    const { platformId, count, groups } = await list('2')
    expect({ platformId, count }).toEqual({ platformId: 2, count: 2 })
    expect(groups.map((group) => [group.groupId, group.postings.map((posting) => posting.url)])).toEqual([
      [newer.groupId, []],
      [older.groupId, [url]],
    ])
  })

  it.each(['99', '0', 'x', '1e0'])('404 for the platform %s', async (id) => {
    await refused(send(service.admin, 'listPressGroups', { params: { id } }), 404, 'UNKNOWN_PLATFORM')
    await refused(send(service.admin, 'downloadPressArchive', { params: { id } }), 404, 'UNKNOWN_PLATFORM')
  })
})

describe('downloadPressArchive (D78)', () => {
  let groups: UploadedGroup[]
  beforeAll(async () => {
    groups = [await upload({ title: 'Größe "M"', name: '=Ada', images: 2 }), await upload({ title: 'Stuhl' })]
  })

  it('is a ZIP of the stored photos and captions.csv', async () => {
    const { response, bytes } = await download(archiveUrl(1, groups))
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="facebook-\d{4}-\d\d-\d\d\.zip"$/,
    )
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    const entries = zipEntries(bytes)
    const rows = parse(entries.get('captions.csv') ?? '', { bom: true, columns: true }) as Record<string, string>[]
    expect(rows.map(({ title, name, groupId }) => [title, name, groupId])).toEqual([
      ['Größe "M"', "'=Ada", groups[0]?.groupId],
      ['Größe "M"', "'=Ada", groups[0]?.groupId],
      ['Stuhl', '', groups[1]?.groupId],
    ])
    expect([...entries.keys()].sort()).toEqual(['captions.csv', ...rows.map(({ file }) => file ?? '')].sort())
    expect(rows[1]?.file).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d_grosse-m_${groups[0]?.groupId}_02\\.\\w+$`))
    const { images } = await service.group(groups[0]?.groupId ?? '')
    const [original] = await Promise.all(images.slice(0, 1).map(({ filePath }) => download(filePath)))
    expect(entries.get(rows[0]?.file ?? '')).toEqual(original?.bytes)
  })

  it('contains all groups of the platform by default, and otherwise the chosen ones that may be posted', async () => {
    const other = await upload({ platformIds: [3] })
    const files = async (url: string) => [...zipEntries((await download(url)).bytes).keys()].join()
    expect(await files(archiveUrl(3, [other, ...groups]))).not.toContain(groups[0]?.groupId)
    expect(await files('/api/admin/social-media/platforms/3/archive')).toContain(other.groupId)
    await changeAsOwner(service, { groupId: other.groupId, action: 'revoke', platformId: 3 })
    expect(await files(archiveUrl(3, [other]))).toBe('captions.csv')
  })

  it('has a name that a header takes, as the export has, whatever a migrated platform is called', async () => {
    const migrated = { platformName: 'bücherei "☃"', displayName: 'Bücherei', iconName: 'world', isActive: false }
    const { platformId } = await service.app.app.deps.database.transaction((tx) => tx.platforms.add(migrated))
    for (const url of [archiveUrl(platformId), `/api/admin/consents/export?platformId=${platformId}`]) {
      const { response } = await download(url)
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[a-z-]*bucherei-[\d-]+\.\w+"$/,
      )
    }
  })

  it('names a photo of a night by its day in Berlin', async () => {
    const group = await upload()
    const captureDate = '2026-05-03T22:30:00.000Z'
    await service.app.app.deps.database.transaction((tx) => tx.groups.update(group.groupId, { captureDate }))
    const { bytes } = await download(archiveUrl(1, [group]))
    expect([...zipEntries(bytes).keys()].join()).toContain(',2026-05-04_')
  })

  it('leaves out hidden photos', async () => {
    const group = await upload({ images: 2 })
    const [image] = (await service.group(group.groupId)).images
    const params = { groupId: group.groupId, imageId: String(image?.id) }
    await ask(service.admin, 'editImage', { params, json: { hidden: true } })
    expect(zipEntries((await download(archiveUrl(1, [group]))).bytes).size).toBe(2)
  })

  it('resumes an interrupted download', async () => {
    const url = archiveUrl(1, groups)
    const { response, bytes } = await download(url)
    const etag = response.headers.get('etag') ?? ''
    for (const start of [0, 1, 100, bytes.length - 30]) {
      const part = await download(url, { range: `bytes=${start}-`, 'if-range': etag })
      expect(part.response.status).toBe(206)
      expect(part.response.headers.get('content-range')).toBe(`bytes ${start}-${bytes.length - 1}/${bytes.length}`)
      expect(part.bytes.equals(bytes.subarray(start))).toBe(true)
    }
    const middle = await download(url, { range: 'bytes=50-149', 'if-range': etag })
    expect(middle.bytes.equals(bytes.subarray(50, 150))).toBe(true)
    expect((await download(url, { range: `bytes=${bytes.length}-`, 'if-range': etag })).response.status).toBe(416)
    expect((await download(url, { range: 'bytes=50-' })).response.status).toBe(200)
  })

  it('starts over without the photo if a consent was withdrawn since the interruption', async () => {
    const [stays, goes] = [await upload(), await upload()]
    const url = archiveUrl(1, [stays, goes])
    const etag = (await download(url)).response.headers.get('etag') ?? ''
    await changeAsOwner(service, { groupId: goes.groupId, action: 'revoke', platformId: 1 })
    const { response, bytes } = await download(url, { range: 'bytes=100-', 'if-range': etag })
    expect(response.status).toBe(200)
    const names = [...zipEntries(bytes).keys()].join()
    expect(names).toContain(stays.groupId)
    expect(names).not.toContain(goes.groupId)
  })

  it('breaks the connection if a consent is withdrawn while it is sent', async () => {
    const [first, last] = [await upload(), await upload()]
    const { deps } = service.app.app
    const choice = { platformId: 1, groupIds: new Set([first.groupId, last.groupId]), scope: 'all' } as const
    const archived = { photos: () => pressPhotos(deps, choice), ensureClean: async () => bothFiles }
    for (const group of [first, last]) {
      const { read, size } = await photoArchive(deps, archived)
      const sent: Uint8Array[] = []
      const reading = (async () => {
        for await (const chunk of read({ start: 0, end: size - 1 })) {
          if (sent.push(chunk) > 1) continue
          await changeAsOwner(service, { groupId: group.groupId, action: 'revoke', platformId: 1 })
        }
      })()
      await expect(reading).rejects.toThrow('withdrawn while it was sent')
      expect(() => zipEntries(Buffer.concat(sent))).toThrow('without an end')
      await changeAsOwner(service, { groupId: group.groupId, action: 'restore', platformId: 1 })
    }
  })

  it('writes to the admin log', async () => {
    await download(archiveUrl(1, groups))
    const { entries } = await ask(service.admin, 'listAdminAudit', { query: { action: 'download_press_archive' } })
    expect(entries[0]).toMatchObject({ actor_name: 'admin', details: { fields: ['groups'] } })
  })
})

describe.skipIf(s3 === undefined)('downloadPressArchive with a bucket', () => {
  it('contains the stored photos, also from the middle', async () => {
    if (s3 === undefined) return
    await using app = await startApp({ env: bucketVariables(await newBucket(s3)) })
    const admin = await loginAsAdmin(app)
    const photos = [await makeImage({ width: 900, height: 700, detail: true }), await makeImage()]
    const files = photos.map((bytes, index) => ({ name: `${index}.jpg`, bytes }))
    const consents = { workshopConsent: true, socialMediaConsents: [1] }
    const group = await uploadGroup(app, { files, parts: { consents } })
    await publish(app, group.groupId)
    const get = async (headers: Record<string, string> = {}) => {
      const response = await admin.fetch(archiveUrl(1, [group]), { headers })
      return { response, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const { response, bytes } = await get()
    const [captions, ...stored] = [...zipEntries(bytes)]
    expect(captions?.[0]).toBe('captions.csv')
    expect(stored.map(([, content]) => content)).toEqual(photos)
    const start = Math.floor(bytes.length / 2)
    const rest = await get({ range: `bytes=${start}-`, 'if-range': response.headers.get('etag') ?? '' })
    expect(rest.response.status).toBe(206)
    expect(rest.bytes.equals(bytes.subarray(start))).toBe(true)
  })
})
