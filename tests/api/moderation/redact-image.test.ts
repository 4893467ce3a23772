import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, refused, send, succeeded } from '#tests/support/ask.ts'
import { exifSegment, exifTags, makeExif, withSegments } from '#tests/support/images/make-exif.ts'
import { spread } from '#tests/support/images/spread.ts'
import { type OwnedGroup, owned } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await startApp({ env: { MANAGEMENT_RATE_LIMIT: '1000', UPLOAD_RATE_LIMIT: '1000' } })
  admin = await loginAsAdmin(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const size = { width: 160, height: 120 }
/** Noise: no two neighbouring pixels are alike. */
const noise = () =>
  sharp({ create: { ...size, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: '#888' } })
const thumbnail = noise().resize(40, 30).jpeg().toBuffer()
/** Of a photo that is stored rotated, with a thumbnail as cameras write it. */
function cameraExif(bytes: Buffer): Buffer {
  const write = (offset: number) =>
    makeExif({
      entries: { [exifTags.model]: 'Camera', [exifTags.orientation]: { short: 6 } },
      next: { entries: { 259: { short: 6 }, 513: { long: offset }, 514: { long: bytes.length }, 37500: bytes } },
    })
  return write(write(0).indexOf(bytes))
}
const photo = {
  jpeg: async () =>
    withSegments(await noise().jpeg({ quality: 100 }).toBuffer(), exifSegment(cameraExif(await thumbnail))),
  png: () => noise().png().toBuffer(),
  webp: () => noise().webp({ lossless: true }).toBuffer(),
}

async function group(type: keyof typeof photo = 'jpeg'): Promise<OwnedGroup> {
  const files = [{ name: `1.${type}`, bytes: await photo[type]() }]
  const made = await uploadGroup(app, { files })
  await publish(app, made.groupId)
  return owned(app, made)
}

const region = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }
const redact = (groupId: string, imageId: number | undefined, regions: unknown = [region]) =>
  send(admin, 'redactImage', { params: { groupId, imageId: imageId ?? 0 }, json: { regions } })
const shown = async (groupId: string) => (await send(app, 'getGroup', { params: { groupId } })).body.images?.[0]
const bytesOf = async (path = '') => Buffer.from(await (await app.fetch(path)).arrayBuffer())

describe('redactImage', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'leaves constant blocks of a region in a %s, and the rest as it is',
    async (type) => {
      const { groupId, imageIds } = await group(type)
      const { image } = await succeeded(redact(groupId, imageIds[0]))
      const original = await bytesOf(image.filePath)
      expect(original.length).toBe(image.fileSize)
      const metadata = await sharp(original).metadata()
      expect(metadata).toMatchObject({ format: type, width: image.width, height: image.height })
      const [left, top] = [Math.round((image.width ?? 0) / 2), Math.round((image.height ?? 0) / 2)].map(
        (pixel) => pixel - (pixel % 8),
      )
      expect(await spread(original, left ?? 0, top ?? 0, 8)).toBe(0)
      expect(await spread(original, 0, 0, 8)).toBeGreaterThan(60)
    },
  )

  it('keeps nothing of the old files: no bytes, EXIF or addresses', async () => {
    const { groupId, imageIds } = await group()
    const before = await shown(groupId)
    const stored = await app.storedFiles()
    const small = await thumbnail
    expect((await bytesOf(before?.filePath)).includes(small)).toBe(true)
    await succeeded(redact(groupId, imageIds[0]))
    const after = await shown(groupId)
    expect(after).toMatchObject({
      id: before?.id,
      width: before?.width,
      height: before?.height,
      exifCameraModel: 'Camera',
    })
    for (const path of [before?.filePath, before?.previewPath]) expect((await app.fetch(path ?? '')).status).toBe(404)
    expect((await sharp(await bytesOf(after?.filePath)).metadata()).exif).toBeUndefined()
    for (const path of [after?.filePath, after?.previewPath]) {
      expect((await bytesOf(path)).includes(small)).toBe(false)
    }
    const preview = await bytesOf(after?.previewPath)
    expect(await spread(preview, 48, 72, 8)).toBeLessThanOrEqual(40)
    await expect.poll(() => app.app.deps.database.fileRemovals.planned()).toEqual([])
    const now = await app.storedFiles()
    expect(now).toHaveLength(stored.length)
    const old = [before?.filePath, before?.previewPath].map((path) => path?.split('/').at(-1))
    expect(now.filter((name) => old.some((each) => name.includes(each ?? '?')))).toEqual([])
  })

  it('clips regions at the edge', async () => {
    const { groupId, imageIds } = await group('png')
    const { image } = await succeeded(redact(groupId, imageIds[0], [{ x: 0.9, y: 0.9, width: 1, height: 1 }]))
    expect(image).toMatchObject(size)
    expect(await spread(await bytesOf(image.filePath), 152, 112, 8)).toBe(0)
  })

  it('keeps the approval if an admin redacts, and resets it if the owner does', async () => {
    const { groupId, imageIds, owner } = await group()
    await succeeded(redact(groupId, imageIds[0]))
    expect(await shown(groupId)).toBeDefined()
    const { status, body } = await owner.send('POST', `/images/${imageIds[0]}/redactions`, { regions: [region] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, groupId, image: { id: imageIds[0] }, group: { isApproved: false } })
    const seen = await ask(admin, 'getAdminGroup', { params: { groupId } })
    expect(seen.changesSinceApproval).toEqual(['redact_image'])
  })

  it('writes to the ledger and the logs', async () => {
    const { groupId, imageIds, owner } = await group()
    await succeeded(redact(groupId, imageIds[0]))
    await owner.send('POST', `/images/${imageIds[0]}/redactions`, { regions: [region] })
    const { database } = app.app.deps
    const kinds = (await database.withdrawals.all()).filter((each) => each.groupId === groupId).map(({ kind }) => kind)
    expect(kinds).toEqual(['image_redacted', 'image_redacted', 'approval_withdrawn'])
    const { entries } = await ask(admin, 'listAdminAudit', { query: { action: 'redact_image' } })
    expect(entries[0]).toMatchObject({ target_type: 'image', target_id: String(imageIds[0]) })
    const { logs } = await ask(admin, 'listAuditLog', { query: { limit: 1 } })
    expect(logs[0]).toMatchObject({ action: 'redact_image', success: true })
  })

  it('shows the photo again if its removal request was decided as redact, in either order', async () => {
    for (const decideFirst of [true, false]) {
      const { groupId, imageIds } = await group()
      const json = { reason: 'my_child', imageId: imageIds[0] }
      const headers = { 'x-forwarded-for': '192.0.2.1' }
      const { requestId } = await ask(app, 'createRemovalRequest', { json, headers })
      expect(await shown(groupId)).toBeUndefined()
      const decide = () => ask(admin, 'decideRemovalRequest', { params: { requestId }, json: { decision: 'redact' } })
      if (decideFirst) await decide()
      expect(await shown(groupId)).toBeUndefined()
      await succeeded(redact(groupId, imageIds[0]))
      if (!decideFirst) await decide()
      expect(await shown(groupId)).toMatchObject({ id: imageIds[0] })
    }
  })

  it.each([
    [[]],
    [[{ x: 1, y: 0, width: 0.1, height: 0.1 }]],
    [[{ x: -0.1, y: 0, width: 0.1, height: 0.1 }]],
    [[{ x: 0, y: 0, width: 0, height: 0.1 }]],
    [[{ x: 0, y: 0, width: 1.1, height: 0.1 }]],
    [Array.from({ length: 51 }, () => region)],
  ])('400 for %j, and nothing is changed', async (regions) => {
    const { groupId, imageIds } = await group('png')
    const before = await shown(groupId)
    await refused(redact(groupId, imageIds[0], regions), 400, 'INVALID_BODY')
    expect(await shown(groupId)).toEqual(before)
  })

  it('404 for an unknown group, an unknown image and one of another group', async () => {
    const [one, other] = [await group('png'), await group('png')]
    await refused(redact('unknown', one.imageIds[0]), 404, 'GROUP_NOT_FOUND')
    await refused(redact(one.groupId, 2 ** 31 - 1), 404, 'IMAGE_NOT_FOUND')
    await refused(redact(one.groupId, other.imageIds[0]), 404, 'IMAGE_NOT_FOUND')
  })

  it('applies two at once, or refuses one because the image has changed', async () => {
    const { groupId, imageIds } = await group('png')
    const answers = await Promise.all([redact(groupId, imageIds[0]), redact(groupId, imageIds[0])])
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect([200, 409]).toEqual(expect.arrayContaining(statuses))
    expect((await bytesOf((await shown(groupId))?.filePath)).length).toBeGreaterThan(0)
  })
})
