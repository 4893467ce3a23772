import { expect, it } from 'vitest'
import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { ask } from '#tests/support/ask.ts'
import { startApp } from '#tests/support/start-app.ts'

it('starts a preview process when somebody opens the form, before photos arrive', async () => {
  const previewer = createPreviewer({ maxPixels: 1_000_000, clock: { now: () => new Date() } })
  await using app = await startApp({ overrides: { previewer } })
  expect(previewer.processIds).toHaveLength(0)
  await ask(app, 'listPlatforms')
  expect(previewer.processIds).toHaveLength(1)
})
