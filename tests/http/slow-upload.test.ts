import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

it('answers a batch, however long its previews take', async () => {
  const previewer = createPreviewer({ maxPixels: 1_000_000, clock: { now: () => new Date() } })
  const slow = {
    ...previewer,
    async makePreview(job: Parameters<typeof previewer.makePreview>[0]) {
      await sleep(1_000)
      return previewer.makePreview(job)
    },
  }
  await using app = await startApp({ overrides: { previewer: slow } })
  app.app.http.server.setTimeout(250)
  const { images } = await uploadGroup(app)
  expect(images).not.toHaveLength(0)
})
