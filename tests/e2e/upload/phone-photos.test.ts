import { readFile } from 'node:fs/promises'
import type { Request } from 'playwright-core'
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

const isDecoder = (request: Request) => request.url().includes('/heif-worker')

describe('photos of phones', () => {
  uploadPageTests()

  it.each(['heic', 'avif'])('sends a %s photo of a phone as upright JPEG, with its date (D67)', async (type) => {
    const { context, page, complaints } = await visit()
    await choose(page, photos.slice(0, 1))
    await consent(page).check()
    await expect.poll(() => names(page)).toEqual(['photo-1.jpg'])
    // The decoder of HEIC loads with the first photo; without a connection it waits for one.
    const failed = type === 'heic' && page.waitForEvent('requestfailed', { predicate: isDecoder })
    await context.setOffline(true)
    await choose(page, [file(`phone.${type}`, await readFile(`tests/fixtures/photos/phone.${type}`), `image/${type}`)])
    await failed
    await context.setOffline(false)
    // It is not ready yet: sending waits for it.
    await sendButton(page).click()
    await received(page).waitFor()
    const [, ...images] = (await storedGroup()).images
    const taken = '2024-05-17T12:03:22.000Z'
    expect(images).toMatchObject([{ mimeType: 'image/jpeg', width: 64, height: 96, exifDateTaken: taken }])
    expect(complaints).toEqual([])
  })
})
