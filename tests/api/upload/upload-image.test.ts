import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeImage, textFile } from '#tests/support/images/make-image.ts'
import { startApp } from '#tests/support/start-app.ts'
import { bodyOf } from '#tests/support/upload.ts'
import { uploadService } from './upload-service.ts'

const service = uploadService()

describe('uploadImage', () => {
  const send = async (fields: Record<string, string | Blob>, name = 'Summer fair.jpg') => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(field, value)
      else form.append(field, value, name)
    }
    return service.app.fetch('/api/upload', { method: 'POST', body: form })
  }
  const image = async () => new Blob([new Uint8Array(await makeImage())])

  it('creates an unapproved group of one image', async () => {
    const response = await send({ file: await image(), groupName: 'Ours' })
    expect(response.status).toBe(200)
    const body = await bodyOf<{ fileName: string; groupId: string }>(response)
    expect(body).toMatchObject({ groupName: 'Ours', filePath: `/upload/${body.fileName}` })
    const { database } = service.app.app.deps
    expect(await database.groups.find(body.groupId)).toMatchObject({
      isApproved: false,
      displayInWorkshop: false,
      consentTimestamp: null,
    })
  })

  it('names the group after the file, and accepts any part name', async () => {
    const response = await send({ picture: await image() })
    expect(await response.json()).toMatchObject({ groupName: 'Summer fair' })
    const spaced = await send({ file: await image() }, ' Summer fair .jpg')
    expect(await spaced.json()).toMatchObject({ groupName: 'Summer fair' })
  })

  it.each([
    { workshopConsent: false },
    { workshopConsent: false, socialMediaConsents: [] },
    { socialMediaConsents: [{ platformId: 1, consented: true }] },
    { socialMediaConsents: [1] },
    { socialMediaConsents: [] },
    {},
    '',
  ])('400 for consents %j, and nothing is stored: the display is refused or missing (D64)', async (given) => {
    const before = await service.state()
    const response = await send({ file: await image(), consents: given && JSON.stringify(given) })
    expect(response.status).toBe(400)
    expect(await bodyOf(response)).toMatchObject({ code: 'WORKSHOP_CONSENT_REQUIRED' })
    expect(await service.state()).toEqual(before)
  })

  it('stores consents', async () => {
    const response = await send({ file: await image(), consents: JSON.stringify({ workshopConsent: true }) })
    const { groupId } = await bodyOf(response)
    expect(await service.app.app.deps.database.groups.find(groupId)).toMatchObject({ displayInWorkshop: true })
  })

  it('400 with exactly { msg } when there is no file', async () => {
    const sendJson = (body: string) =>
      service.app.fetch('/api/upload', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const before = await service.state()
    for (const response of [
      await send({ groupName: 'Nothing' }),
      await service.app.fetch('/api/upload', { method: 'POST' }),
      await sendJson('{}'),
      await sendJson('{'),
    ]) {
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ msg: expect.any(String) })
    }
    expect(await service.state()).toEqual(before)
  })

  it('creates one group per Idempotency-Key; 400 for one that is not a UUID', async () => {
    const upload = async (key: string) => {
      const body = new FormData()
      body.append('file', await image(), 'a.jpg')
      return service.app.fetch('/api/upload', { method: 'POST', body, headers: { 'idempotency-key': key } })
    }
    const key = randomUUID()
    expect(await bodyOf(await upload(key))).toEqual(await bodyOf(await upload(key)))
    await service.refused(() => upload('again'), 400, 'INVALID_PARAMETER')
  })

  it('400 when the file is not an image', async () => {
    await service.refused(() => send({ file: new Blob([new Uint8Array(textFile())]) }), 400, 'UNSUPPORTED_IMAGE')
  })
})

describe('getUploadSettings', () => {
  it('returns the limits that a client can check, and the address of the upload page', async () => {
    const env = { MAX_FILE_SIZE_MB: '12', CLEANUP_RETENTION_DAYS: '3', SITE_URL: 'https://photos.example/' }
    await using configured = await startApp({ env })
    expect(await bodyOf(await configured.fetch('/api/upload/settings'))).toEqual({
      maxFileSizeMb: 12,
      maxImagePixels: 100_000_000,
      maxImagesPerGroup: 50,
      acceptedTypes: ['image/jpeg', 'image/png', 'image/webp'],
      retentionDays: 3,
      uploadUrl: 'https://photos.example/',
      proposedUrls: [],
    })
  })

  it('returns the address of the request if none is configured', async () => {
    expect(await bodyOf(await service.app.fetch('/api/upload/settings'))).toMatchObject({
      uploadUrl: `${service.app.url}/`,
      proposedUrls: expect.any(Array),
    })
  })
})
