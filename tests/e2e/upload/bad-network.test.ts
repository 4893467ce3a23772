import { describe, expect, it } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import { sendPhotos } from '#tests/support/pages/send-photos.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startBadNetwork } from '#tests/support/servers/proxies/bad-network.ts'
import { startApp } from '#tests/support/start-app.ts'

/** The short form of `npm run bench -- bad-network`. */
describe('sending over a network that breaks again and again', () => {
  it('stores everything once, with few bytes sent twice', async () => {
    await using app = await startApp()
    await using network = await startBadNetwork(app.url, { bytesPerSecond: 500_000, cutEveryBytes: 2_000_000 })
    const browser = await launchBrowser()
    try {
      const photo = await makeImage({ width: 3_200, height: 2_400, detail: true })
      const photos = Array.from({ length: 3 }, () => photo)
      await sendPhotos(browser, { url: network.url, photos, timeoutMs: 100_000 })
      expect(network.cuts()).toBeGreaterThan(1)
      expect(network.sent() / (photos.length * photo.length)).toBeLessThan(1.6)
      const { pending } = await app.app.deps.database.moderation.countByState('all')
      expect(pending).toBe(1)
      expect(await app.app.deps.database.images.after(0, 10)).toHaveLength(3)
    } finally {
      await browser.close()
    }
  }, 120_000)
})
