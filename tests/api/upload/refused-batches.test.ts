import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/operation/errors.ts'
import { makeHugePng, makeImage, textFile, truncate } from '#tests/support/images/make-image.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { type BatchSpec, batchForm, consents, sendBatch } from '#tests/support/upload.ts'
import { uploadService } from './upload-service.ts'

const service = uploadService()

describe('uploadBatch refuses', () => {
  it('400 when the key of an upload is not a UUID', () =>
    service.refused(() => sendBatch(service.app, {}, { 'idempotency-key': 'again' }), 400, 'INVALID_PARAMETER'))

  const bad: [string, () => Promise<BatchSpec> | BatchSpec, number, ErrorCode][] = [
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
      'one of several is not an image',
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
    ['the consents are empty', () => ({ parts: { consents: '' } }), 400, 'WORKSHOP_CONSENT_REQUIRED'],
    [
      'no consent is in the list',
      () => ({ parts: { consents: { socialMediaConsents: [] } } }),
      400,
      'WORKSHOP_CONSENT_REQUIRED',
    ],
    ['the consents are not JSON', () => ({ parts: { consents: '{' } }), 400, 'INVALID_BODY'],
    [
      'a platform is unknown',
      () => ({ parts: { consents: { ...consents, socialMediaConsents: [99] } } }),
      400,
      'UNKNOWN_PLATFORM',
    ],
    [
      'the texts of the consents are other ones than were shown',
      () => ({ parts: { consents: { ...consents, wording: 'of last year' } } }),
      409,
      'CONSENT_TEXTS_CHANGED',
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
  it.each(bad)('refuses when %s, and stores nothing', async (_case, spec, status, code) => {
    const given = await spec()
    await service.refused(() => sendBatch(service.app, given), status, code)
  })

  it('names the refused file', async () => {
    const body = await service.refused(
      () => sendBatch(service.app, { files: [{ name: 'notes.jpg', bytes: textFile() }] }),
      400,
      'UNSUPPORTED_IMAGE',
    )
    expect(body.message).toContain('notes.jpg')
    expect(body.details).toEqual({ fileName: 'notes.jpg' })
  })

  it('415 when the content type is not multipart/form-data', () =>
    service.refused(
      () =>
        service.app.fetch('/api/upload/batch', {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ))

  it('400 when the body is not the form that the header declares', () =>
    service.refused(
      () =>
        service.app.fetch('/api/upload/batch', {
          method: 'POST',
          body: 'nonsense',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        }),
      400,
      'MALFORMED_MULTIPART',
    ))

  it('400 when the boundary is longer than any form needs', () =>
    service.refused(
      () =>
        service.app.fetch('/api/upload/batch', {
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
      const before = await service.state()
      const image = await makeImage({ width: 600, height: 400, detail: true })
      const start = Buffer.from('--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n')
      const pieces = [
        Buffer.concat([start, image.subarray(0, 1_000)]),
        image.subarray(1_000, 2_000),
        image.subarray(2_000, 3_000),
      ]
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
      const socket = connect(Number(new URL(service.app.url).port), '127.0.0.1')
      // Read from the start: an answer may come before the last piece is sent.
      const answered = text(socket)
      socket.write(`POST /api/upload/batch HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n`)
      socket.write('Content-Type: multipart/form-data; boundary=x\r\n\r\n')
      for (const piece of pieces) {
        socket.write(piece)
        await sleep(pause)
      }
      const answer = await answered
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
      expect(answer).toContain('MALFORMED_MULTIPART')
      await expect.poll(service.state).toEqual(before)
    },
  )

  it('stores nothing of a truncated body', async () => {
    const before = await service.state()
    const image = await makeImage({ width: 600, height: 400 })
    const form = new Response(await batchForm({ files: [{ name: 'a.jpg', bytes: image }] }))
    const body = Buffer.from(await form.arrayBuffer())
    const head = `POST /api/upload/batch HTTP/1.1\r\nHost: test\r\nContent-Type: ${form.headers.get('content-type')}\r\nContent-Length: ${body.length}\r\n\r\n`
    await rawRequest(service.app.url, Buffer.concat([Buffer.from(head), body.subarray(0, body.length - 2_000)]))
    await expect.poll(service.state).toEqual(before)
  })
})
