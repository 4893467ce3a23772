import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { present } from '#tests/support/at-least.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { uploadGroup } from '#tests/support/upload.ts'
import { uploadService } from './upload-service.ts'

const service = uploadService()

describe('downloadImage', () => {
  it('serves the original by its stored name, with ranges and 304', async () => {
    const bytes = await makeImage({ width: 300, height: 200 })
    const group = await uploadGroup(service.app, { files: [{ name: 'a.jpg', bytes }] })
    const path = `/api/download/${group.images[0]?.fileName}`
    const whole = await service.app.fetch(path)
    expect(whole.headers.get('content-type')).toBe('image/jpeg')
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    const sum = (data: ArrayBuffer | Buffer) => createHash('sha256').update(new Uint8Array(data)).digest('hex')
    expect(sum(await whole.arrayBuffer())).toBe(sum(bytes))

    const part = await service.app.fetch(path, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)

    const outside = await service.app.fetch(path, { headers: { range: `bytes=${bytes.length}-` } })
    expect(outside.status).toBe(416)
    expect(outside.headers.get('content-range')).toBe(`bytes */${bytes.length}`)

    const unchanged = await service.app.fetch(path, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
    expect(unchanged.status).toBe(304)
    const head = await service.app.fetch(path, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
  })

  it('prevents browsers from running anything inside an original or a preview', async () => {
    const { images } = await uploadGroup(service.app)
    const { fileName, previewPath } = present(images[0])
    for (const path of [`/api/download/${fileName}`, `/upload/${fileName}`, previewPath]) {
      for (const headers of [{}, { range: 'bytes=0-1' }]) {
        const policy = (await service.app.fetch(path, { headers })).headers.get('content-security-policy')
        expect(policy).toBe("default-src 'none'; sandbox")
      }
    }
  })

  it.each(['unknown.jpg', '..%2f..%2fwerkschau.db', '%2e%2e%2fwerkschau.db', 'werkschau.db', '%00.jpg', 'a/b.jpg'])(
    '404 for %s',
    async (name) => {
      for (const path of ['/api/download/', '/upload/', '/previews/']) {
        const response = await service.app.fetch(`${path}${name}`)
        expect(response.status).toBe(404)
        expect(await response.json()).toMatchObject({ success: false, error: 'Not Found' })
      }
    },
  )
})
