import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  choose,
  consent,
  file,
  names,
  photos,
  received,
  sendButton,
  storedGroup,
  uploadPageTests,
  visit,
} from '#tests/support/pages/upload-page.ts'

describe('photos of phones', () => {
  uploadPageTests()

  it.each(['heic', 'avif'])('sends a %s photo of a phone as upright JPEG, with its date (D67)', async (type) => {
    const { context, page, complaints } = await visit()
    await choose(page, photos.slice(0, 1))
    await consent(page).check()
    await expect.poll(() => names(page)).toEqual(['photo-1.jpg'])
    // The decoder of HEIC loads with the first photo; without a connection that waits for one.
    await context.setOffline(true)
    await choose(page, [file(`phone.${type}`, await readFile(`tests/fixtures/photos/phone.${type}`), `image/${type}`)])
    if (type === 'heic') await page.getByText('being prepared').waitFor()
    await context.setOffline(false)
    // It is not ready yet: sending waits for it.
    await sendButton(page).click()
    await received(page).waitFor()
    const [, ...images] = (await storedGroup()).images
    const taken = '2024-05-17T12:03:22.000Z'
    expect(images).toMatchObject([{ mimeType: 'image/jpeg', width: 64, height: 96, exifDateTaken: taken }])
    expect(complaints).toEqual([])
  })

  it('asks again for the decoder of HEIC when a bad connection loses a part of it', async () => {
    const { page, complaints } = await visit()
    let lost = 0
    for (const part of ['**/heif-worker*', '**/libheif*.wasm']) {
      await page.context().route(part, (route) => (++lost <= 2 ? route.abort() : route.continue()))
    }
    const bytes = await readFile('tests/fixtures/photos/phone.heic')
    await choose(page, [file('phone.heic', bytes, 'image/heic')])
    await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['phone.jpg'])
    expect(lost).toBeGreaterThan(2)
    expect(complaints.filter((each) => !each.includes('ERR_FAILED'))).toEqual([])
  })

  it('asks again for what makes thumbnails', async () => {
    const { page } = await visit()
    let lost = 0
    await page.context().route('**/thumbnail-worker*', (route) => (++lost === 1 ? route.abort() : route.continue()))
    await choose(page, photos.slice(0, 1))
    await page.locator('img[src^="blob:"]').first().waitFor()
    expect(lost).toBe(2)
  })

  it('decodes a second HEIC photo without a connection', async () => {
    const { context, page } = await visit()
    const bytes = await readFile('tests/fixtures/photos/phone.heic')
    await choose(page, [file('one.heic', bytes, 'image/heic')])
    await expect.poll(() => names(page)).toEqual(['one.jpg'])
    await context.setOffline(true)
    await choose(page, [file('two.heic', bytes, 'image/heic')])
    await expect.poll(() => names(page)).toEqual(['one.jpg', 'two.jpg'])
  })
})
