import { createHash, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeHugePng, makeImage, textFile, truncate } from '#tests/support/make-image.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { type BatchSpec, batchForm, bodyOf, consents, sendBatch, uploadGroup } from '#tests/support/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { MAX_FILE_SIZE_MB: '1' } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const platformConsent = (platformId: number, consented?: boolean) => ({ platformId, consented })

/** Rows and files before and after: what is refused changes neither. */
async function state() {
  const { database } = app.app.deps
  const images = await database.images.after(0, 1_000)
  const planned = await database.dueFileRemovals('9999', 1_000)
  return { files: (await app.storedFiles()).sort(), images: images.map(({ id }) => id), planned }
}

async function refused(send: () => Promise<Response>, status: number, code: string) {
  const before = await state()
  const response = await send()
  const body = (await response.json()) as { code: string; message: string; details?: Record<string, unknown> }
  expect(body).toMatchObject({ success: false, code })
  expect(response.status).toBe(status)
  await expect.poll(state).toEqual(before)
  return body
}

describe('uploadBatch', () => {
  it('stores the images whole and answers the group with its management token', async () => {
    const first = await makeImage({ width: 1200, height: 900 })
    const second = await makeImage({ format: 'png', width: 30, height: 20 })
    const response = await sendBatch(app, {
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
      managementUrl: `${app.url}/manage/${body.managementToken}`,
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
      const served = await app.fetch(body.images[index]?.filePath ?? '')
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
    }
    const preview = await app.fetch(body.images[0]?.previewPath ?? '')
    const { format, width, height } = await sharp(Buffer.from(await preview.arrayBuffer())).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 800, height: 600 })
  })

  it('takes the year from today and texts as null when nothing is said', async () => {
    const group = await uploadGroup(app)
    expect(group).toMatchObject({
      year: new Date().getFullYear(),
      title: null,
      name: null,
      description: null,
      captureDate: null,
    })
  })

  it('takes the parts in any order and files under any name', async () => {
    const form = new FormData()
    form.append('photo', new Blob([new Uint8Array(await makeImage())]), 'x.jpg')
    form.append('descriptions', JSON.stringify({ 'x.jpg': 'By name' }))
    form.append('other', new Blob([new Uint8Array(await makeImage())]), 'y.jpg')
    form.append('description', 'From the part')
    form.append('consents', JSON.stringify({ workshopConsent: true, socialMediaConsents: [3] }))
    form.append('metadata', '{}')
    const response = await app.fetch('/api/upload/batch', { method: 'POST', body: form })
    expect(await response.json()).toMatchObject({
      imageCount: 2,
      description: 'From the part',
      images: [{ imageDescription: 'By name' }, { imageDescription: null }],
      socialMediaConsents: [{ platformId: 3 }],
    })
  })

  it('gives the nth description of a name to the nth file of that name and cuts it to 200 code points', async () => {
    const bytes = await makeImage()
    const group = await uploadGroup(app, {
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

  it('knows a file by its name also where a form has to escape it', async () => {
    const names = ['12" disc.jpg', 'two\nlines.jpg', 'as it is %22.jpg']
    const bytes = await makeImage()
    const descriptions = names.map((fileName) => ({ fileName, description: fileName }))
    const group = await uploadGroup(app, { files: names.map((name) => ({ name, bytes })), parts: { descriptions } })
    expect(group.images).toMatchObject([
      { originalName: '12" disc.jpg', imageDescription: '12" disc.jpg' },
      { originalName: 'twolines.jpg', imageDescription: 'two\nlines.jpg' },
      { imageDescription: 'as it is %22.jpg' },
    ])
  })

  it('keeps a hostile file name as a name and nothing else', async () => {
    const bytes = await makeImage()
    const names = [
      '../../etc/passwd.jpg',
      'C:\\photos\\me.jpg',
      `${'n'.repeat(5_000)}.jpg`,
      'a‮gpj.exe',
      'nul\u0000l.jpg',
    ]
    const group = await uploadGroup(app, { files: names.map((name) => ({ name, bytes })) })
    const originals = group.images.map((image) => (image as unknown as { originalName: string }).originalName)
    expect(originals).toEqual([
      'passwd.jpg',
      'me.jpg',
      'n'.repeat(255),
      'agpj.exe',
      expect.not.stringContaining('\u0000'),
    ])
    for (const { fileName } of group.images) expect(fileName).toMatch(/^[A-Za-z0-9_-]{27}\.jpg$/)
  })

  it('takes the same photo twice', async () => {
    const bytes = await makeImage({ colour: 'red' })
    const groups = await Promise.all([1, 2].map(() => uploadGroup(app, { files: [{ name: 'same.jpg', bytes }] })))
    expect(new Set(groups.map(({ groupId }) => groupId)).size).toBe(2)
    expect(new Set(groups.map(({ images }) => images[0]?.fileName)).size).toBe(2)
  })

  it('judges the type by the bytes, never by the name', async () => {
    const bytes = await makeImage({ format: 'webp' })
    const group = await uploadGroup(app, { files: [{ name: 'photo.exe', bytes, type: 'application/x-msdownload' }] })
    expect(group.images).toMatchObject([{ mimeType: 'image/webp', fileName: expect.stringMatching(/\.webp$/) }])
  })

  it('answers a repeated upload of the same key with the group it has made', async () => {
    const headers = { 'idempotency-key': '6f1c2f6e-7f7e-4c5e-9d0b-3a4a4d2b8d11' }
    const answers = await Promise.all([sendBatch(app, {}, headers), sendBatch(app, {}, headers)])
    const again = await sendBatch(app, {}, headers)
    const groups = await Promise.all([...answers, again].map((response) => bodyOf(response)))
    expect(new Set(groups.map(({ groupId }) => groupId)).size).toBe(1)
    expect(groups[0]?.managementToken).toBe(groups[2]?.managementToken)
  })

  it('400 when the key of an upload is not a UUID', () =>
    refused(() => sendBatch(app, {}, { 'idempotency-key': 'again' }), 400, 'INVALID_PARAMETER'))

  const bad: [string, () => Promise<BatchSpec> | BatchSpec, number, string][] = [
    ['there is no file', () => ({ files: [] }), 400, 'NO_FILES'],
    ['a file is empty', () => ({ files: [{ name: 'empty.jpg', bytes: Buffer.alloc(0) }] }), 400, 'UNSUPPORTED_IMAGE'],
    ['a text is called .jpg', () => ({ files: [{ name: 'text.jpg', bytes: textFile() }] }), 400, 'UNSUPPORTED_IMAGE'],
    [
      'a JPEG is cut off',
      async () => ({ files: [{ name: 'cut.jpg', bytes: truncate(await makeImage({ width: 600, height: 400 })) }] }),
      400,
      'DAMAGED_IMAGE',
    ],
    [
      'a PNG claims 50,000 × 50,000 pixels',
      () => ({ files: [{ name: 'huge.png', bytes: makeHugePng() }] }),
      400,
      'IMAGE_TOO_LARGE',
    ],
    [
      'a PNG is wider than MAX_IMAGE_SIDE',
      async () => ({
        files: [{ name: 'wide.png', bytes: await makeImage({ format: 'png', width: 30_001, height: 2 }) }],
      }),
      400,
      'IMAGE_TOO_LARGE',
    ],
    [
      'a file is over the size limit',
      () => ({
        files: [
          { name: 'big.jpg', bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2 ** 20)]) },
        ],
      }),
      413,
      'FILE_TOO_LARGE',
    ],
    [
      'one of several is no image',
      async () => ({
        files: [
          { name: 'good.jpg', bytes: await makeImage() },
          { name: 'bad.jpg', bytes: textFile() },
        ],
      }),
      400,
      'UNSUPPORTED_IMAGE',
    ],
    [
      'there are 51 files',
      async () => {
        const bytes = await makeImage({ width: 8, height: 8 })
        return { files: Array.from({ length: 51 }, (_, index) => ({ name: `${index}.jpg`, bytes })) }
      },
      400,
      'TOO_MANY_IMAGES',
    ],
    ['the consents are missing', () => ({ parts: { consents: undefined } }), 400, 'WORKSHOP_CONSENT_REQUIRED'],
    [
      'the workshop consent is false',
      () => ({ parts: { consents: { workshopConsent: false } } }),
      400,
      'WORKSHOP_CONSENT_REQUIRED',
    ],
    [
      'the workshop consent is a text',
      () => ({ parts: { consents: { workshopConsent: 'true' } } }),
      400,
      'INVALID_BODY',
    ],
    ['the consents are not JSON', () => ({ parts: { consents: '{' } }), 400, 'INVALID_BODY'],
    [
      'a platform is unknown',
      () => ({ parts: { consents: { ...consents, socialMediaConsents: [99] } } }),
      400,
      'UNKNOWN_PLATFORM',
    ],
    ['the metadata are not JSON', () => ({ parts: { metadata: 'year=2024' } }), 400, 'INVALID_BODY'],
    ['the metadata are a list', () => ({ parts: { metadata: [] } }), 400, 'INVALID_BODY'],
    ['the year is 99999', () => ({ parts: { metadata: { year: 99_999 } } }), 400, 'INVALID_BODY'],
    ['the year is 1799', () => ({ parts: { metadata: { year: 1799 } } }), 400, 'INVALID_BODY'],
    ['the year is a text', () => ({ parts: { metadata: { year: '2024' } } }), 400, 'INVALID_BODY'],
    ['the title is a number', () => ({ parts: { metadata: { title: 7 } } }), 400, 'INVALID_BODY'],
    ['the title has 201 characters', () => ({ parts: { metadata: { title: 'x'.repeat(201) } } }), 400, 'TEXT_TOO_LONG'],
    ['the name has 101 characters', () => ({ parts: { metadata: { name: 'x'.repeat(101) } } }), 400, 'TEXT_TOO_LONG'],
    [
      'the description has 2,001 characters',
      () => ({ parts: { description: 'x'.repeat(2_001) } }),
      400,
      'TEXT_TOO_LONG',
    ],
    ['the descriptions are a number', () => ({ parts: { descriptions: 5 } }), 400, 'INVALID_BODY'],
  ]
  it.each(bad)('refuses when %s, and keeps nothing', async (_case, spec, status, code) => {
    const given = await spec()
    await refused(() => sendBatch(app, given), status, code)
  })

  it('names the file that is refused', async () => {
    const body = await refused(
      () => sendBatch(app, { files: [{ name: 'notes.jpg', bytes: textFile() }] }),
      400,
      'UNSUPPORTED_IMAGE',
    )
    expect(body.message).toContain('notes.jpg')
    expect(body.details).toEqual({ fileName: 'notes.jpg' })
  })

  it('415 when the content type is not multipart/form-data', () =>
    refused(
      () =>
        app.fetch('/api/upload/batch', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ))

  it('400 when the body is not the form that the header promises', () =>
    refused(
      () =>
        app.fetch('/api/upload/batch', {
          method: 'POST',
          body: 'nonsense',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        }),
      400,
      'MALFORMED_MULTIPART',
    ))

  it('400 when the boundary is longer than any form needs', () =>
    refused(
      () =>
        app.fetch('/api/upload/batch', {
          method: 'POST',
          body: 'nonsense',
          headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(2_000)}` },
        }),
      400,
      'MALFORMED_MULTIPART',
    ))

  it.each([0, 50, 150])(
    '400 when the form ends in the middle of a file that came in pieces, %i ms apart',
    async (pause) => {
      const before = await state()
      const image = await makeImage({ width: 600, height: 400, detail: true })
      const start = Buffer.from('--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n')
      const pieces = [
        Buffer.concat([start, image.subarray(0, 1_000)]),
        image.subarray(1_000, 2_000),
        image.subarray(2_000, 3_000),
      ]
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      socket.write(`POST /api/upload/batch HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n`)
      socket.write('Content-Type: multipart/form-data; boundary=x\r\n\r\n')
      for (const piece of pieces) {
        socket.write(piece)
        await sleep(pause)
      }
      const answer = await text(socket)
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
      expect(answer).toContain('MALFORMED_MULTIPART')
      await expect.poll(state).toEqual(before)
    },
  )

  it('keeps nothing of a body that is cut off in the middle', async () => {
    const before = await state()
    const image = await makeImage({ width: 600, height: 400 })
    const form = new Response(await batchForm({ files: [{ name: 'a.jpg', bytes: image }] }))
    const body = Buffer.from(await form.arrayBuffer())
    const head = `POST /api/upload/batch HTTP/1.1\r\nHost: test\r\nContent-Type: ${form.headers.get('content-type')}\r\nContent-Length: ${body.length}\r\n\r\n`
    await rawRequest(app.url, Buffer.concat([Buffer.from(head), body.subarray(0, body.length - 2_000)]))
    await expect.poll(state).toEqual(before)
  })
})

describe('uploadImage', () => {
  const send = async (fields: Record<string, string | Blob>, name = 'Summer fair.jpg') => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(field, value)
      else form.append(field, value, name)
    }
    return app.fetch('/api/upload', { method: 'POST', body: form })
  }
  const image = async () => new Blob([new Uint8Array(await makeImage())])

  it('makes an unapproved group of one image', async () => {
    const response = await send({ file: await image(), groupName: 'Ours' })
    expect(response.status).toBe(200)
    const body = await bodyOf<{ fileName: string; groupId: string }>(response)
    expect(body).toMatchObject({ groupName: 'Ours', filePath: `/upload/${body.fileName}` })
    const { database } = app.app.deps
    expect(await database.groups.find(body.groupId)).toMatchObject({
      isApproved: false,
      displayInWorkshop: false,
      consentTimestamp: null,
    })
  })

  it('names the group after the file, and takes the file under any name', async () => {
    const response = await send({ picture: await image() })
    expect(await response.json()).toMatchObject({ groupName: 'Summer fair' })
    const spaced = await send({ file: await image() }, ' Summer fair .jpg')
    expect(await spaced.json()).toMatchObject({ groupName: 'Summer fair' })
  })

  it('honours consents', async () => {
    const response = await send({ file: await image(), consents: JSON.stringify({ workshopConsent: true }) })
    const { groupId } = await bodyOf(response)
    expect(await app.app.deps.database.groups.find(groupId)).toMatchObject({ displayInWorkshop: true })
  })

  it('400 with exactly { msg } when there is no file', async () => {
    const before = await state()
    for (const response of [await send({ groupName: 'Nothing' }), await app.fetch('/api/upload', { method: 'POST' })]) {
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ msg: expect.any(String) })
    }
    expect(await state()).toEqual(before)
  })

  it('makes one group for an Idempotency-Key, 400 for one that is no UUID', async () => {
    const upload = async (key: string) => {
      const body = new FormData()
      body.append('file', await image(), 'a.jpg')
      return app.fetch('/api/upload', { method: 'POST', body, headers: { 'idempotency-key': key } })
    }
    const key = randomUUID()
    expect(await bodyOf(await upload(key))).toEqual(await bodyOf(await upload(key)))
    await refused(() => upload('again'), 400, 'INVALID_PARAMETER')
  })

  it('415 for JSON, readable or not', async () => {
    for (const body of ['{}', '{']) {
      const send = () =>
        app.fetch('/api/upload', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      await refused(send, 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
  })

  it('400 when the file is no image', async () => {
    await refused(() => send({ file: new Blob([new Uint8Array(textFile())]) }), 400, 'UNSUPPORTED_IMAGE')
  })
})

describe('getUploadSettings', () => {
  it('says what a client can check before it sends, and where the upload page is', async () => {
    const env = { MAX_FILE_SIZE_MB: '12', CLEANUP_RETENTION_DAYS: '3', SITE_URL: 'https://photos.example/' }
    await using configured = await startApp({ env })
    expect(await bodyOf(await configured.fetch('/api/upload/settings'))).toEqual({
      maxFileSizeMb: 12,
      maxImagesPerGroup: 50,
      acceptedTypes: ['image/jpeg', 'image/png', 'image/webp'],
      retentionDays: 3,
      uploadUrl: 'https://photos.example/',
    })
  })

  it('names the address that was used where no other is configured', async () => {
    expect(await bodyOf(await app.fetch('/api/upload/settings'))).toMatchObject({ uploadUrl: `${app.url}/` })
  })
})

describe('downloadImage', () => {
  it('serves the original by its stored name, with ranges and 304', async () => {
    const bytes = await makeImage({ width: 300, height: 200 })
    const group = await uploadGroup(app, { files: [{ name: 'a.jpg', bytes }] })
    const path = `/api/download/${group.images[0]?.fileName}`
    const whole = await app.fetch(path)
    expect(whole.headers.get('content-type')).toBe('image/jpeg')
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    const sum = (data: ArrayBuffer | Buffer) => createHash('sha256').update(new Uint8Array(data)).digest('hex')
    expect(sum(await whole.arrayBuffer())).toBe(sum(bytes))

    const part = await app.fetch(path, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)

    const outside = await app.fetch(path, { headers: { range: `bytes=${bytes.length}-` } })
    expect(outside.status).toBe(416)
    expect(outside.headers.get('content-range')).toBe(`bytes */${bytes.length}`)

    const unchanged = await app.fetch(path, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
    expect(unchanged.status).toBe(304)
    const head = await app.fetch(path, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
  })

  it('lets nothing inside a file run in the browser, nor in a preview', async () => {
    const { images } = await uploadGroup(app)
    const { fileName, previewPath } = images[0] as unknown as { fileName: string; previewPath: string }
    for (const path of [`/api/download/${fileName}`, `/upload/${fileName}`, previewPath]) {
      for (const headers of [{}, { range: 'bytes=0-1' }]) {
        const policy = (await app.fetch(path, { headers })).headers.get('content-security-policy')
        expect(policy).toBe("default-src 'none'; sandbox")
      }
    }
  })

  it.each(['unknown.jpg', '..%2f..%2fwerkschau.db', '%2e%2e%2fwerkschau.db', 'werkschau.db', '%00.jpg', 'a/b.jpg'])(
    '404 for %s',
    async (name) => {
      for (const path of ['/api/download/', '/upload/', '/previews/']) {
        const response = await app.fetch(`${path}${name}`)
        expect(response.status).toBe(404)
        expect(await response.json()).toMatchObject({ success: false, error: 'Not Found' })
      }
    },
  )
})
