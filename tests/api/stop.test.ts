import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makeImage } from '#tests/support/make-image.ts'
import { startApp } from '#tests/support/start-app.ts'
import { batchForm } from '#tests/support/upload.ts'

describe('stopping', () => {
  it('lets an upload that is under way finish and takes no new request', async () => {
    const app = await startApp()
    const form = new Response(
      await batchForm({ files: [{ name: 'a.jpg', bytes: await makeImage({ width: 600, height: 400 }) }] }),
    )
    const body = Buffer.from(await form.arrayBuffer())
    const upload = request(`${app.url}/api/upload/batch`, {
      method: 'POST',
      headers: { 'content-type': form.headers.get('content-type') ?? '', 'content-length': body.length },
    })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      upload.on('response', (response) => resolve(response.resume().statusCode))
      upload.on('error', reject)
    })
    upload.write(body.subarray(0, 1_000))
    await sleep(50)
    const stopped = app.stop()
    await sleep(50)
    await expect(app.fetch('/health')).rejects.toThrow()
    upload.end(body.subarray(1_000))
    expect(await answered).toBe(200)
    await stopped

    await using again = await startApp({ dataDir: app.dataDir })
    expect(await again.app.deps.storage.images.after(0, 10)).toHaveLength(1)
  })
})
