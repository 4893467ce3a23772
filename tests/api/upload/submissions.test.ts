import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { endSubmissions } from '#server/groups/submission-files.ts'
import { refused, succeeded } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { owner } from '#tests/support/manage.ts'
import {
  abandon,
  app,
  begin,
  begun,
  clock,
  complete,
  largePhoto,
  leftOver,
  look,
  put,
  submissionTests,
} from '#tests/support/submissions.ts'

submissionTests()

let photo: Buffer
beforeAll(async () => {
  photo = await makeImage({ colour: 'red' })
})

const hour = 60 * 60_000
const sent = async (count = 1) => {
  const submissionId = await begun(app, { files: count })
  for (let index = 0; index < count; index++) await succeeded(put(app, { submissionId, index, bytes: photo }))
  return submissionId
}

describe('createSubmission', () => {
  it('201 with an id, its expiry and the missing files', async () => {
    const { status, body, headers } = await begin(app, { files: 2 })
    expect(status).toBe(201)
    expect(body).toEqual({
      submissionId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      expiresAt: '2026-05-05T10:00:00.000Z',
      isComplete: false,
      files: [
        { index: 0, status: 'waiting' },
        { index: 1, status: 'waiting' },
      ],
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['no file', { files: 0 }, 'NO_FILES'],
    ['51 files', { files: 51 }, 'TOO_MANY_IMAGES'],
    ['no list of files', { files: {} }, 'INVALID_BODY'],
    ['a file without a name', { files: [{}] }, 'INVALID_BODY'],
    ['no consent', { consents: { workshopConsent: false } }, 'WORKSHOP_CONSENT_REQUIRED'],
    ['consents left out', { consents: undefined }, 'INVALID_BODY'],
    ['an unknown platform', { consents: { workshopConsent: true, socialMediaConsents: [99] } }, 'UNKNOWN_PLATFORM'],
    ['a long title', { metadata: { title: 'x'.repeat(201) } }, 'TEXT_TOO_LONG'],
    ['a year before 1800', { metadata: { year: 1799 } }, 'INVALID_BODY'],
  ] as const)('400 for %s', async (_what, body, code) => {
    await refused(begin(app, { ...body }), 400, code)
  })

  it('403 CROSS_SITE for another web site', async () => {
    await refused(begin(app, {}, { 'sec-fetch-site': 'cross-site' }), 403, 'CROSS_SITE')
  })
})

describe('putSubmissionFile', () => {
  it('200 with the metadata of the image; the file is not served before the group exists', async () => {
    const submissionId = await begun(app)
    const { status, body } = await put(app, { submissionId, bytes: photo })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      index: 0,
      status: 'arrived',
      fileSize: photo.length,
      mimeType: 'image/jpeg',
      width: expect.any(Number),
      height: expect.any(Number),
      exifDateTaken: null,
      exifCameraModel: null,
    })
    for (const name of await app.storedFiles()) {
      expect((await app.fetch(`/upload/${name}`)).status).toBe(404)
      expect((await app.fetch(`/previews/${name}`)).status).toBe(404)
    }
    await succeeded(abandon(app, submissionId))
  })

  it('refuses a file that is not an image at once, and keeps the others', async () => {
    const submissionId = await begun(app, { files: [{ fileName: 'a.jpg' }, { fileName: 'notes.txt' }] })
    await succeeded(put(app, { submissionId, bytes: photo }))
    const before = await leftOver()
    const body = await refused(
      put(app, { submissionId, index: 1, bytes: Buffer.from('text') }),
      400,
      'UNSUPPORTED_IMAGE',
    )
    expect(body).toMatchObject({ details: { fileName: 'notes.txt' } })
    await refused(put(app, { submissionId, index: 1, bytes: Buffer.alloc(0) }), 400, 'UNSUPPORTED_IMAGE')
    await refused(put(app, { submissionId, index: 1, bytes: photo.subarray(0, -200) }), 400, 'DAMAGED_IMAGE')
    const large = Buffer.concat([photo, Buffer.alloc(2 ** 20)])
    await refused(put(app, { submissionId, index: 1, bytes: large }), 413, 'FILE_TOO_LARGE')
    expect(await leftOver()).toEqual(before)
    expect((await look(app, submissionId)).body.files).toMatchObject([{ status: 'arrived' }, { status: 'waiting' }])
    await succeeded(abandon(app, submissionId))
  })

  it('replaces a stored file; a refused repeat keeps it', async () => {
    const submissionId = await sent()
    const blue = await makeImage({ colour: 'blue', width: 50 })
    expect((await put(app, { submissionId, bytes: blue })).body).toMatchObject({ width: 50 })
    await refused(put(app, { submissionId, bytes: Buffer.from('text') }), 400, 'UNSUPPORTED_IMAGE')
    const { images } = await succeeded(complete(app, submissionId))
    expect(images).toMatchObject([{ width: 50, fileSize: blue.length }])
    expect((await leftOver()).planned).toEqual([])
  })

  it.each(['application/octet-stream', 'image/heic', 'text/plain', 'application/json'])(
    'takes the content type %j',
    async (type) => {
      const submissionId = await begun(app)
      const answer = await put(app, { submissionId, bytes: photo, headers: { 'content-type': type } })
      expect(answer.status).toBe(200)
    },
  )

  it.each(['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])('415 for %s', async (type) => {
    const submissionId = await begun(app)
    const form = { submissionId, bytes: photo, headers: { 'content-type': type } }
    await refused(put(app, form), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  it('404 for an unknown index', async () => {
    const submissionId = await begun(app)
    for (const index of [1, '-1', '0x0', '1e0', '00000'])
      await refused(put(app, { submissionId, index, bytes: photo }), 404, 'FILE_NOT_FOUND')
  })
})

describe('completeSubmission', () => {
  it('answers like uploadBatch: order, captions, texts and consents', async () => {
    const files = [
      { fileName: 'C:\\a.jpg', fileSize: 1, description: ' Table ' },
      { fileName: 'b.jpg', description: 'x'.repeat(250) },
    ]
    const metadata = { title: 'T', name: 'Zoë', year: 2020, description: 'D' }
    const consents = { workshopConsent: true, socialMediaConsents: [{ platformId: 2, consented: true }] }
    const submissionId = await begun(app, { files, metadata, consents })
    await succeeded(put(app, { submissionId, index: 1, bytes: photo }))
    await succeeded(put(app, { submissionId, index: 0, bytes: photo }))
    const { status, body } = await complete(app, submissionId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      title: 'T',
      name: 'Zoë',
      year: 2020,
      description: 'D',
      isApproved: false,
      display_in_workshop: true,
      images: [
        { originalName: 'a.jpg', imageDescription: 'Table', upload_order: 1 },
        { originalName: 'b.jpg', imageDescription: 'x'.repeat(200), upload_order: 2 },
      ],
      socialMediaConsents: [{ platformId: 2, consented: true }],
    })
    expect((await owner(app, body.managementToken ?? '').view()).status).toBe(200)
  })

  it('409 while files are missing, which it names', async () => {
    const submissionId = await begun(app, { files: 3 })
    await succeeded(put(app, { submissionId, index: 1, bytes: photo }))
    const body = await refused(complete(app, submissionId), 409, 'SUBMISSION_INCOMPLETE')
    expect(body.details).toEqual({ missing: [0, 2] })
    await succeeded(abandon(app, submissionId))
  })

  it('leaves out skipped files, but not all', async () => {
    const submissionId = await begun(app, { files: 3 })
    await succeeded(put(app, { submissionId, index: 0, bytes: photo }))
    await succeeded(put(app, { submissionId, index: 2, bytes: photo }))
    await refused(complete(app, submissionId, { skip: [0, 1, 2] }), 400, 'NO_FILES')
    await refused(complete(app, submissionId, { skip: [0] }), 409, 'SUBMISSION_INCOMPLETE')
    await refused(complete(app, submissionId, { skip: ['1'] }), 400, 'INVALID_BODY')
    const before = await leftOver()
    const { images } = await succeeded(complete(app, submissionId, { skip: [0, 1] }))
    expect(images).toMatchObject([{ originalName: '2.jpg', upload_order: 1 }])
    expect((await leftOver()).files).toHaveLength(before.files.length - 2)
  })

  it('creates one group, however often it is called, and returns the link for an hour', async () => {
    const submissionId = await sent(2)
    const answers = await Promise.all([complete(app, submissionId), complete(app, submissionId)])
    const [first] = answers
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.body).toEqual(first?.body)
    expect((await look(app, submissionId)).body).toMatchObject({
      isComplete: true,
      files: [{ status: 'arrived' }, { status: 'arrived' }],
    })
    clock.advance(hour - 1)
    expect((await complete(app, submissionId)).body).toEqual(first?.body)
    clock.advance(1)
    const { managementToken: _, managementUrl: __, ...rest } = first?.body ?? {}
    expect((await complete(app, submissionId)).body).toEqual(rest)
    clock.advance(23 * hour)
    await refused(complete(app, submissionId), 404, 'SUBMISSION_NOT_FOUND')
  })

  it('404 when its group was deleted', async () => {
    const submissionId = await sent()
    const { managementToken = '' } = await succeeded(complete(app, submissionId))
    expect((await owner(app, managementToken).send('DELETE')).status).toBe(200)
    await refused(complete(app, submissionId), 404, 'SUBMISSION_NOT_FOUND')
  })

  it('409 for a file or DELETE afterwards', async () => {
    const submissionId = await sent()
    await succeeded(complete(app, submissionId))
    const before = await leftOver()
    await refused(put(app, { submissionId, bytes: photo }), 409, 'SUBMISSION_COMPLETE')
    await refused(abandon(app, submissionId), 409, 'SUBMISSION_COMPLETE')
    expect(await leftOver()).toEqual(before)
  })
})

describe('the leftovers of a submission', () => {
  const kept = async () => {
    await endSubmissions(app.app.deps, clock.now().toISOString())
    return leftOver()
  }
  beforeAll(() => endSubmissions(app.app.deps, '9999'))

  it('are removed after DELETE', async () => {
    const before = await kept()
    const submissionId = await begun(app, { files: 2 })
    await succeeded(put(app, { submissionId, bytes: photo }))
    await succeeded(put(app, { submissionId, index: 1, bytes: await largePhoto(), part: [0, 70_000] }))
    expect((await app.storedFiles()).length).toBe(before.files.length + 3)
    expect((await abandon(app, submissionId)).status).toBe(200)
    expect(await kept()).toEqual(before)
    for (const again of [look, complete, abandon]) await refused(again(app, submissionId), 404, 'SUBMISSION_NOT_FOUND')
    await refused(put(app, { submissionId, bytes: photo }), 404, 'SUBMISSION_NOT_FOUND')
  })

  it('are removed 24 hours after its last file', async () => {
    const before = await kept()
    const submissionId = await begun(app, { files: 2 })
    clock.advance(23 * hour)
    await succeeded(put(app, { submissionId, bytes: photo }))
    clock.advance(24 * hour - 1)
    expect((await look(app, submissionId)).status).toBe(200)
    clock.advance(1)
    await refused(look(app, submissionId), 404, 'SUBMISSION_NOT_FOUND')
    await refused(put(app, { submissionId, bytes: photo }), 404, 'SUBMISSION_NOT_FOUND')
    expect((await leftOver()).files).not.toEqual(before.files)
    expect(await kept()).toEqual(before)
  })

  it.each([randomUUID(), 'x', '%00', '..', 'x'.repeat(400)])('404 for the id %j', async (submissionId) => {
    for (const ask of [look, complete, abandon]) expect((await ask(app, submissionId)).status).toBe(404)
  })
})
