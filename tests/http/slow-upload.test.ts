import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SharpPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import type { ImageFacts, PreviewJob } from '#server/ports/previewer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

class SlowPreviewer extends SharpPreviewer {
  override async makePreview(job: PreviewJob): Promise<ImageFacts> {
    await sleep(1_000)
    return super.makePreview(job)
  }
}

it('answers a batch, however long its previews take', async () => {
  const slow = new SlowPreviewer({ maxPixels: 1_000_000, clock: { now: () => new Date() } })
  await using app = await startApp({ overrides: { previewer: slow } })
  app.app.http.server.setTimeout(250)
  const { images } = await uploadGroup(app)
  expect(images).not.toHaveLength(0)
})
