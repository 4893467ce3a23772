import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SharpPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import type { ImageFacts, PreviewJob } from '#server/ports/previewer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { batchForm, uploadGroup } from '#tests/support/upload.ts'

class SlowPreviewer extends SharpPreviewer {
  override async makePreview(job: PreviewJob): Promise<ImageFacts> {
    await sleep(1_000)
    return super.makePreview(job)
  }
}

const slow = () => new SlowPreviewer({ maxPixels: 1_000_000, clock: { now: () => new Date() } })

it('answers a batch, however long its previews take', async () => {
  await using app = await startApp({ overrides: { previewer: slow() } })
  app.app.http.server.setTimeout(250)
  const { images } = await uploadGroup(app)
  expect(images).not.toHaveLength(0)
})

it('a visitor who goes away during the previews is neither an error of the service nor a refused upload', async () => {
  const env = { PUBLIC_HOST: 'photos.example', TRUST_PROXY_HOPS: '1' }
  await using app = await startApp({ env, overrides: { previewer: slow() } })
  const visitor = new AbortController()
  const headers = { 'x-forwarded-host': 'photos.example' }
  const init = { method: 'POST', body: await batchForm(), headers, signal: visitor.signal }
  const upload = app.fetch('/api/upload/batch', init).catch(() => 'gone')
  await expect.poll(app.storedFiles).not.toEqual([])
  visitor.abort()
  expect(await upload).toBe('gone')
  await expect.poll(app.storedFiles).toEqual([])
  await sleep(200)
  expect(app.logged()).not.toContain('"level":50')
  const refused = { name: 'refused-upload', limit: 100, windowSeconds: 3_600 }
  expect(await app.app.deps.counters.read(refused, '127.0.0.1')).toMatchObject({ used: 0 })
})
