import type { Browser } from 'playwright-core'
import { choose, consent, file, received, sendButton } from './upload-page.ts'

/** Sends photos with the upload page at `url`, as a visitor does; until they are received. Returns the milliseconds from Send on. */
export async function sendPhotos(
  browser: Browser,
  { url, photos, patienceMs }: { url: string; photos: readonly Buffer[]; patienceMs: number },
): Promise<number> {
  await using context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url, { timeout: patienceMs })
  await choose(
    page,
    photos.map((bytes, index) => file(`${index}.jpg`, bytes)),
  )
  await consent(page).check()
  await page.waitForLoadState('networkidle', { timeout: patienceMs })
  const began = performance.now()
  await sendButton(page).click()
  await received(page).waitFor({ timeout: patienceMs })
  return performance.now() - began
}
