import { beforeAll, describe, expect, it, vi } from 'vitest'
import { refused, succeeded } from '#tests/support/ask.ts'
import {
  abandon,
  app,
  begun,
  complete,
  largePhoto,
  leftOver,
  look,
  put,
  submissionTests,
} from '#tests/support/submissions.ts'

submissionTests()

describe('a file in parts', () => {
  let large: Buffer
  beforeAll(async () => {
    large = await largePhoto()
  })
  const half = 70_000

  it('resumes where it stopped, and is stored as sent', async () => {
    const submissionId = await begun(app)
    const first = await put(app, { submissionId, bytes: large, part: [0, half] })
    expect(first.body).toEqual({ success: true, index: 0, status: 'waiting', receivedBytes: half })
    expect((await look(app, submissionId)).body.files).toEqual([{ index: 0, status: 'waiting', receivedBytes: half }])
    await succeeded(put(app, { submissionId, bytes: large, part: [half, 2 * half] }))
    const last = await put(app, { submissionId, bytes: large, part: [2 * half, large.length] })
    expect(last.body).toMatchObject({ status: 'arrived', fileSize: large.length })
    const { images } = await succeeded(complete(app, submissionId))
    const stored = await app.fetch(images[0]?.filePath ?? '')
    expect(Buffer.from(await stored.arrayBuffer()).equals(large)).toBe(true)
    expect((await leftOver()).files.filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('416 with receivedBytes for a part that does not follow; one from 0 starts over', async () => {
    const submissionId = await begun(app)
    await succeeded(put(app, { submissionId, bytes: large, part: [0, half] }))
    const gap = await refused(
      put(app, { submissionId, bytes: large, part: [half + 1, 150_000] }),
      416,
      'RANGE_NOT_SATISFIABLE',
    )
    expect(gap.details).toEqual({ receivedBytes: half })
    await refused(put(app, { submissionId, bytes: large, part: [half - 1, 150_000] }), 416, 'RANGE_NOT_SATISFIABLE')
    const anew = await put(app, { submissionId, bytes: large, part: [0, 65_536] })
    expect(anew.body).toMatchObject({ receivedBytes: 65_536 })
    expect((await put(app, { submissionId, bytes: large })).body).toMatchObject({ status: 'arrived' })
    expect((await look(app, submissionId)).body.files).toEqual([{ index: 0, status: 'arrived' }])
    await succeeded(abandon(app, submissionId))
  })

  it('416 for a late part of the file that another one replaces, which is stored as sent', async () => {
    const submissionId = await begun(app)
    const [old, bytes] = [Buffer.concat([large, Buffer.alloc(9)]), large]
    await succeeded(put(app, { submissionId, bytes: old, part: [0, half] }))
    await succeeded(put(app, { submissionId, bytes, part: [0, half] }))
    for (const end of [2 * half, old.length]) {
      const late = put(app, { submissionId, bytes: old, part: [half, end] })
      expect((await refused(late, 416, 'RANGE_NOT_SATISFIABLE')).details).toEqual({ receivedBytes: 0 })
    }
    const last = await put(app, { submissionId, bytes, part: [half, bytes.length] })
    expect(last.body).toMatchObject({ status: 'arrived', fileSize: bytes.length })
    await succeeded(abandon(app, submissionId))
  })

  it('keeps one of two parallel parts', async () => {
    const submissionId = await begun(app)
    await succeeded(put(app, { submissionId, bytes: large, part: [0, half] }))
    const second = () => put(app, { submissionId, bytes: large, part: [half, 2 * half] })
    const answers = await Promise.all([second(), second()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 416])
    expect((await look(app, submissionId)).body.files).toMatchObject([{ receivedBytes: 2 * half }])
    await succeeded(abandon(app, submissionId))
  })

  it.each(['before', 'after'])(
    'answers its last part that came twice, where the first one has removed the parts %s they are opened',
    async (when) => {
      const submissionId = await begun(app)
      await succeeded(put(app, { submissionId, bytes: large, part: [0, half] }))
      const last = () => put(app, { submissionId, bytes: large, part: [half, large.length] })
      const { files } = app.app.deps
      const { promise: removed, resolve } = Promise.withResolvers<void>()
      const real = files.open.bind(files)
      using open = vi.spyOn(files, 'open').mockImplementationOnce(async (kind, name) => {
        if (when === 'before') await removed
        const stored = await real(kind, name)
        await removed
        return stored
      })
      const late = last()
      await expect.poll(() => open.mock.calls.length).toBe(1)
      const first = await succeeded(last())
      resolve()
      const { details } = await refused(late, 416, 'RANGE_NOT_SATISFIABLE')
      expect(details).toEqual({ receivedBytes: 0 })
      expect(first).toMatchObject({ status: 'arrived', fileSize: large.length })
      expect((await look(app, submissionId)).body.files).toEqual([{ index: 0, status: 'arrived' }])
      await succeeded(abandon(app, submissionId))
    },
  )

  it('is refused at its first part if it is not an image, and discards the parts of a damaged one', async () => {
    const submissionId = await begun(app)
    const text = Buffer.alloc(200_000, 'x')
    await refused(put(app, { submissionId, bytes: text, part: [0, half] }), 400, 'UNSUPPORTED_IMAGE')
    const damaged = large.subarray(0, 200_000)
    await succeeded(put(app, { submissionId, bytes: damaged, part: [0, half] }))
    await refused(put(app, { submissionId, bytes: damaged, part: [half, 200_000] }), 400, 'DAMAGED_IMAGE')
    expect((await look(app, submissionId)).body.files).toEqual([{ index: 0, status: 'waiting' }])
    await succeeded(abandon(app, submissionId))
  })

  it.each(['bytes 0-1', 'bytes=0-9/10', 'bytes 5-4/10', 'bytes 0-10/10', 'bytes */10', 'bytes 0-65534/200000', 'x'])(
    '400 for the Content-Range %j',
    async (header) => {
      const submissionId = await begun(app)
      const sent = { submissionId, bytes: large, headers: { 'content-range': header } }
      await refused(put(app, sent), 400, 'INVALID_PARAMETER')
    },
  )

  it('400 for a body shorter or longer than its range, 413 for a file over the limit', async () => {
    const submissionId = await begun(app)
    for (const size of [65_536, 65_538]) {
      const headers = { 'content-range': 'bytes 0-65536/200000' }
      await refused(put(app, { submissionId, bytes: large.subarray(0, size), headers }), 400, 'INVALID_PARAMETER')
    }
    const headers = { 'content-range': `bytes 0-69999/${2 ** 20 + 1}` }
    await refused(put(app, { submissionId, bytes: large.subarray(0, half), headers }), 413, 'FILE_TOO_LARGE')
    await succeeded(abandon(app, submissionId))
  })
})
