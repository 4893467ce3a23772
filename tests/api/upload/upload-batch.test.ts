import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import { batchForm, bodyOf, sendBatch, uploadGroup } from '#tests/support/upload.ts'
import { uploadService } from './upload-service.ts'

const service = uploadService()

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const platformConsent = (platformId: number, consented?: boolean) => ({ platformId, consented })

describe('uploadBatch', () => {
  it('accepts a photo whose size arrives in two parts', async () => {
    const form = new Response(await batchForm({ files: [{ name: 'a.jpg', bytes: await makeImage() }] }))
    const bytes = Buffer.from(await form.arrayBuffer())
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    async function* inTwoParts() {
      yield bytes.subarray(0, frame + 12)
      await sleep(50)
      yield bytes.subarray(frame + 12)
    }
    const headers = { 'content-type': form.headers.get('content-type') ?? '' }
    const body = ReadableStream.from(inTwoParts())
    const response = await service.app.fetch('/api/upload/batch', { method: 'POST', headers, body, duplex: 'half' })
    expect(response.status).toBe(200)
  })

  it('stores the images and returns the group with its management token', async () => {
    const first = await makeImage({ width: 1200, height: 900 })
    const second = await makeImage({ format: 'png', width: 30, height: 20 })
    const response = await sendBatch(service.app, {
      files: [
        { name: 'first.jpg', bytes: first },
        { name: 'second.png', bytes: second, type: 'image/png' },
      ],
      parts: {
        metadata: { year: 2024, title: ' Fair ', name: 'Ada', description: 'All day' },
        descriptions: [{ fileName: 'second.png', description: 'The second' }],
        consents: { workshopConsent: true, socialMediaConsents: [platformConsent(1), platformConsent(2, false)] },
      },
    })
    expect(response.status).toBe(200)
    const body = await bodyOf(response)
    expect(body).toMatchObject({
      success: true,
      groupName: 'Ada',
      name: 'Ada',
      title: 'Fair',
      description: 'All day',
      year: 2024,
      isApproved: false,
      imageCount: 2,
      display_in_workshop: true,
      managementUrl: `${service.app.url}/manage/${body.managementToken}`,
      socialMediaConsents: [{ platformId: 1, platformName: 'facebook', consented: true, revoked: false }],
    })
    expect(body.managementToken).toMatch(uuid4)
    expect(body.consent_timestamp).toBe(body.uploadDate)
    expect(body.images).toMatchObject([
      {
        originalName: 'first.jpg',
        upload_order: 1,
        width: 1200,
        height: 900,
        imageDescription: null,
        mimeType: 'image/jpeg',
      },
      {
        originalName: 'second.png',
        upload_order: 2,
        width: 30,
        height: 20,
        imageDescription: 'The second',
        mimeType: 'image/png',
      },
    ])
    for (const [index, bytes] of [first, second].entries()) {
      const served = await service.app.fetch(body.images[index]?.filePath ?? '')
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
    }
    const preview = await service.app.fetch(body.images[0]?.previewPath ?? '')
    const { format, width, height } = await sharp(Buffer.from(await preview.arrayBuffer())).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 800, height: 600 })
  })

  it.each([undefined, { year: null }])(
    'defaults to the current year and texts of null for metadata %j',
    async (metadata) => {
      const group = await uploadGroup(service.app, { parts: { metadata } })
      expect(group).toMatchObject({
        year: new Date().getFullYear(),
        title: null,
        name: null,
        description: null,
        captureDate: null,
      })
    },
  )

  it('accepts parts in any order and files with any name', async () => {
    const form = new FormData()
    form.append('photo', new Blob([new Uint8Array(await makeImage())]), 'x.jpg')
    form.append('descriptions', JSON.stringify({ 'x.jpg': 'By name' }))
    form.append('other', new Blob([new Uint8Array(await makeImage())]), 'y.jpg')
    form.append('description', 'From the part')
    form.append('consents', JSON.stringify({ workshopConsent: true, socialMediaConsents: [3] }))
    form.append('metadata', '{}')
    const response = await service.app.fetch('/api/upload/batch', { method: 'POST', body: form })
    expect(await response.json()).toMatchObject({
      imageCount: 2,
      description: 'From the part',
      images: [{ imageDescription: 'By name' }, { imageDescription: null }],
      socialMediaConsents: [{ platformId: 3 }],
    })
  })

  it('assigns the nth description of a name to the nth file of that name and truncates it to 200 code points', async () => {
    const bytes = await makeImage()
    const group = await uploadGroup(service.app, {
      files: [
        { name: 'a.jpg', bytes },
        { name: 'a.jpg', bytes },
      ],
      parts: {
        descriptions: [
          { fileName: 'a.jpg', description: 'one' },
          { fileName: 'unknown.jpg', description: 'nobody' },
          { fileName: 'a.jpg', description: '😀'.repeat(201) },
        ],
      },
    })
    expect(group.images).toMatchObject([{ imageDescription: 'one' }, { imageDescription: '😀'.repeat(200) }])
  })

  it('matches a file name that a form has to escape', async () => {
    const names = ['12" disc.jpg', 'two\nlines.jpg', 'as it is %22.jpg']
    const bytes = await makeImage()
    const descriptions = names.map((fileName) => ({ fileName, description: fileName }))
    const group = await uploadGroup(service.app, {
      files: names.map((name) => ({ name, bytes })),
      parts: { descriptions },
    })
    expect(group.images).toMatchObject([
      { originalName: '12" disc.jpg', imageDescription: '12" disc.jpg' },
      { originalName: 'twolines.jpg', imageDescription: 'two\nlines.jpg' },
      { imageDescription: 'as it is %22.jpg' },
    ])
  })

  it('stores a hostile file name only as a name', async () => {
    const bytes = await makeImage()
    const names = [
      '../../etc/passwd.jpg',
      'C:\\photos\\me.jpg',
      `${'n'.repeat(5_000)}.jpg`,
      'a‮gpj.exe',
      'nul\u0000l.jpg',
    ]
    const group = await uploadGroup(service.app, { files: names.map((name) => ({ name, bytes })) })
    const originals = group.images.map(({ originalName }) => originalName)
    expect(originals).toEqual([
      'passwd.jpg',
      'me.jpg',
      'n'.repeat(255),
      'agpj.exe',
      expect.not.stringContaining('\u0000'),
    ])
    for (const { fileName } of group.images) expect(fileName).toMatch(/^[A-Za-z0-9_-]{27}\.jpg$/)
  })

  it('accepts the same photo twice', async () => {
    const bytes = await makeImage({ colour: 'red' })
    const groups = await Promise.all(
      [1, 2].map(() => uploadGroup(service.app, { files: [{ name: 'same.jpg', bytes }] })),
    )
    expect(new Set(groups.map(({ groupId }) => groupId)).size).toBe(2)
    expect(new Set(groups.map(({ images }) => images[0]?.fileName)).size).toBe(2)
  })

  it('detects the type from the bytes, not the name', async () => {
    const bytes = await makeImage({ format: 'webp' })
    const group = await uploadGroup(service.app, {
      files: [{ name: 'photo.exe', bytes, type: 'application/x-msdownload' }],
    })
    expect(group.images).toMatchObject([{ mimeType: 'image/webp', fileName: expect.stringMatching(/\.webp$/) }])
  })

  it('answers a repeated upload with the same key with its group', async () => {
    const headers = { 'idempotency-key': '6f1c2f6e-7f7e-4c5e-9d0b-3a4a4d2b8d11' }
    const answers = await Promise.all([sendBatch(service.app, {}, headers), sendBatch(service.app, {}, headers)])
    const again = await sendBatch(service.app, {}, headers)
    const groups = await Promise.all([...answers, again].map((response) => bodyOf(response)))
    expect(new Set(groups.map(({ groupId }) => groupId)).size).toBe(1)
    expect(groups[0]?.managementToken).toBe(groups[2]?.managementToken)
  })
})
