import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import readExif from 'exif-reader'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/operation/errors.ts'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Previewer } from '#server/ports/previewer.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { refused, send } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { openGallery, photosOf, website } from '#tests/support/gallery.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { writeGroupsJson } from '#tests/support/installations/archive-files.ts'
import { withMethods } from '#tests/support/with-methods.ts'
import { zipEntries } from '#tests/support/zip-entries.ts'
import { full, migratingService, token } from './migrating-service.ts'

const service = migratingService()

describe('images that a migration brought', () => {
  const taken = { takenAt: '2019:07:06 12:00:00', offset: '+02:00', make: 'Acme', model: 'Acme One' }
  const photo = { ...taken, position: { lat: 52.5, lon: 13.4 }, width: 1_000, height: 500 }
  const located = { groups: [{ ...full, images: [{ fileName: 'a.jpg' }, { fileName: 'b.jpg' }] }] }
  const place = async (name: string, bytes: Buffer | string, folder = 'upload') => {
    await mkdir(join(service.dataDir, folder), { recursive: true })
    await writeFile(join(service.dataDir, folder, name), bytes)
  }
  const placePreview = (name: string, bytes: Buffer) => place(name, bytes, 'previews')
  /** Reads nothing while there is a code. */
  function failing(codeNow: () => ErrorCode | undefined): Previewer {
    const real = createPreviewer({ maxPixels: 1e6, clock: systemClock })
    const unlessFailing =
      <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
      async (...args: A) => {
        const code = codeNow()
        if (code !== undefined) throw new AppError(code, 'The decoder has died')
        return work(...args)
      }
    return withMethods(real, {
      makePreview: unlessFailing((job) => real.makePreview(job)),
      readFacts: unlessFailing((source, options) => real.readFacts(source, options)),
      readImageAnalysis: unlessFailing((source) => real.readImageAnalysis(source)),
    })
  }
  const position = async (bytes: Buffer) => readExif(present((await sharp(bytes).metadata()).exif)).GPSInfo
  const served = async (name: string, folder = 'upload') =>
    Buffer.from(await (await service.app.fetch(`/${folder}/${name}`)).arrayBuffer())
  const feed = async () => (await service.feed()).body.groups[0]

  it('get their size, date and camera from their bytes, a preview, and lose their position', async () => {
    await place('a.jpg', await makeImage(photo))
    await place('b.jpg', await makeImage({ ...taken, takenAt: '2018:01:01 00:00:00' }))
    await writeGroupsJson(service.dataDir, located)
    await service.start({ jobs: true })
    expect(await feed()).toMatchObject({
      captureDate: '2017-12-31T22:00:00.000Z',
      images: [
        { width: 1_000, height: 500, exifDateTaken: '2019-07-06T10:00:00.000Z', exifCameraModel: 'Acme One' },
        { width: 64, height: 48, exifDateTaken: '2017-12-31T22:00:00.000Z' },
      ],
    })
    expect(await position(await readFile(join(service.dataDir, 'upload', 'a.jpg')))).toBeUndefined()
    await expect.poll(() => service.app.storedFiles()).toEqual(['a.jpg', 'b.jpg', 'a.jpg', 'b.jpg'])
    const [image] = await service.app.app.deps.database.images.ofGroup('full')
    expect(image?.exifLocation).toBeNull()
  })

  it('are served without a position before they are read in the background', async () => {
    await writeGroupsJson(service.dataDir, located)
    await service.start()
    await feed()
    // Only read after the migration, because the file was missing.
    await place('a.jpg', await makeImage(photo))
    for (const bytes of await Promise.all([served('a.jpg'), served('a.jpg')])) {
      expect(await position(bytes)).toBeUndefined()
    }
    expect((await feed())?.images[0]).toMatchObject({ width: 1_000 })
  })

  it('are served without a position if they are damaged, and not at all if they cannot be read', async () => {
    const whole = await makeImage(photo)
    const damaged = Buffer.concat([whole.subarray(0, whole.length - 800)])
    await place('a.jpg', damaged)
    await place('b.jpg', 'no image')
    await writeGroupsJson(service.dataDir, located)
    await service.start()
    expect((await served('a.jpg')).length).toBe(damaged.length)
    expect(await position(await served('a.jpg'))).toBeUndefined()
    expect((await service.app.fetch('/upload/b.jpg')).status).toBe(404)
  })

  it.each(['DAMAGED_IMAGE', 'IMAGE_TOO_COMPLEX'] as const)(
    'are not served when reading them ends with %s',
    async (code) => {
      await place('a.jpg', await makeImage(photo))
      await placePreview('a.jpg', await makeImage(photo))
      await writeGroupsJson(service.dataDir, located)
      await service.start({ overrides: { previewer: failing(() => code) } })
      await feed()
      for (const path of ['/upload/a.jpg', '/api/download/a.jpg', '/previews/a.jpg'])
        expect((await service.app.fetch(path)).status).toBe(404)
    },
  )

  it('are read later when nothing can be read at the moment', async () => {
    let code: ErrorCode | undefined = 'TEMPORARILY_UNAVAILABLE'
    await place('a.jpg', await makeImage(photo))
    await placePreview('a.jpg', await makeImage(photo))
    await writeGroupsJson(service.dataDir, located)
    await service.start({ overrides: { previewer: failing(() => code) } })
    await feed()
    for (const path of ['/upload/a.jpg', '/previews/a.jpg']) expect((await service.app.fetch(path)).status).toBe(503)
    code = undefined
    expect(await position(await served('a.jpg'))).toBeUndefined()
    expect(await position(await served('a.jpg', 'previews'))).toBeUndefined()
  })

  it('have no position in their previews either', async () => {
    await place('a.jpg', await makeImage(photo))
    await placePreview('a.jpg', await makeImage(photo))
    await writeGroupsJson(service.dataDir, located)
    await service.start()
    expect(await position(await served('a.jpg', 'previews'))).toBeUndefined()
  })

  it('are shown by a preview that can be read when their original is missing, and by no other', async () => {
    const unreadable = Buffer.concat([Buffer.from('GIF89a'), await makeImage(photo)])
    await placePreview('a.jpg', await makeImage(photo))
    await placePreview('b.jpg', unreadable)
    await writeGroupsJson(service.dataDir, located)
    await service.start()
    expect(await position(await served('a.jpg', 'previews'))).toBeUndefined()
    expect((await service.app.fetch('/previews/b.jpg')).status).toBe(404)
    // The operator has nothing else of it.
    expect(await readFile(join(service.dataDir, 'previews', 'b.jpg'))).toEqual(unreadable)
  })

  it("have no position in their owner's archive either, before they are read", async () => {
    await writeGroupsJson(service.dataDir, located)
    const app = await service.start()
    await feed()
    await place('a.jpg', await makeImage(photo))
    const archive = await app.fetch(`/api/manage/${token}/archive`)
    const bytes = present(zipEntries(Buffer.from(await archive.arrayBuffer())).get('photos/01.jpg'))
    expect(await position(bytes)).toBeUndefined()
  })

  it('have no position in the gallery either, before they are read', async () => {
    const consent = { platformId: website, platformName: 'website', consented: true }
    const [group] = located.groups
    await writeGroupsJson(service.dataDir, { groups: [{ ...group, socialMediaConsents: [consent] }] })
    const app = await service.start()
    await openGallery(await loginAsAdmin(app))
    const [, address = ''] = await photosOf(app, 'full')
    await placePreview('a.jpg', await makeImage(photo))
    const bytes = Buffer.from(await (await app.fetch(address)).arrayBuffer())
    expect((await sharp(bytes).metadata()).width).toBe(photo.width)
    expect((await sharp(bytes).metadata()).exif && (await position(bytes))).toBeUndefined()
  })

  it('are read whatever another program wrote about their size', async () => {
    await place('a.jpg', await makeImage(photo))
    const images = [{ fileName: 'a.jpg', width: 7, height: 7, mimeType: 'image/jpg' }]
    await writeGroupsJson(service.dataDir, { groups: [{ ...full, images }] })
    await service.start()
    expect((await feed())?.images[0]).toMatchObject({ width: 1_000, height: 500 })
    expect(await position(await served('a.jpg'))).toBeUndefined()
  })

  it('are reported, and neither published nor served if their type is not accepted (D63)', async () => {
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .gif()
      .toBuffer()
    await place('a.jpg', await makeImage())
    await place('b.jpg', gif)
    const images = [{ fileName: 'a.jpg' }, { fileName: 'b.jpg', mimeType: 'image/gif' }]
    await writeGroupsJson(service.dataDir, { groups: [{ ...full, images }] })
    await service.start()
    const { warnings } = (await service.migrate()).body
    expect(warnings).toEqual(['group 1 (full): the file b.jpg is not a JPEG, PNG or WebP image: it is not shown'])
    expect(await feed()).toMatchObject({ imageCount: 1 })
    const stored = await service.app.app.deps.database.images.ofGroup('full')
    expect(stored.map(({ hiddenReason, moderationNote }) => [hiddenReason, moderationNote])).toEqual([
      [null, null],
      ['moderator', 'Kein JPEG-, PNG- oder WebP-Bild / not a JPEG, PNG or WebP image'],
    ])
    expect((await service.app.fetch('/upload/b.jpg')).status).toBe(404)
  })

  it('cannot be shown by a moderator if their type is not accepted: 400 UNSUPPORTED_IMAGE', async () => {
    await place('a.jpg', await makeImage())
    await place('b.jpg', 'GIF89a')
    await writeGroupsJson(service.dataDir, located)
    await service.start()
    await service.migrate()
    const [accepted, other] = await service.app.app.deps.database.images.ofGroup('full')
    const admin = await loginAsAdmin(service.app)
    const edit = (imageId: number | undefined, json: object) =>
      send(admin, 'editImage', { params: { groupId: 'full', imageId: String(imageId) }, json })
    await refused(edit(other?.id, { hidden: false }), 400, 'UNSUPPORTED_IMAGE')
    expect((await service.app.app.deps.database.images.ofGroup('full'))[1]).toMatchObject({ hiddenReason: 'moderator' })
    expect((await edit(other?.id, { moderationNote: 'A GIF' })).status).toBe(200)
    for (const hidden of [true, false]) expect((await edit(accepted?.id, { hidden })).status).toBe(200)
  })

  it('keep their position with KEEP_LOCATION', async () => {
    const bytes = await makeImage(photo)
    await place('a.jpg', bytes)
    await writeGroupsJson(service.dataDir, located)
    await service.start({ jobs: true, env: { KEEP_LOCATION: 'true' } })
    await service.feed()
    await expect
      .poll(async () => (await service.app.app.deps.database.images.ofGroup('full'))[0]?.exifLocation)
      .toEqual({ lat: expect.closeTo(52.5, 3), lon: expect.closeTo(13.4, 3) })
    expect((await served('a.jpg')).equals(bytes)).toBe(true)
    await service.rollback()
    await service.feed()
    expect((await service.app.app.deps.database.images.ofGroup('full'))[0]?.exifLocation).not.toBeNull()
  })
})
