import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { consent, received, sendButton } from './upload-page.ts'

/** Runs in the page. */
const untilAnswer = `(() => {
  const answers = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/complete'))
  return answers.at(-1).responseEnd - performance.getEntriesByName('send')[0].startTime
})()`

/** A bad network needs more requests than a browser remembers by itself. Runs in the page. */
const beforeSend = `
  performance.setResourceTimingBufferSize(10_000)
  addEventListener('click', () => performance.mark('send'), { capture: true, once: true })
`

interface Visit {
  readonly url: string
  readonly photos: readonly Buffer[]
  readonly timeoutMs: number
}

/** Sends photos with the upload page at `url`, as a visitor does, and waits until they are received. Returns the milliseconds from Send to the last answer. */
export async function sendPhotos(browser: Browser, { url, photos, timeoutMs }: Visit): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-photos-'))
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  try {
    const paths = photos.map((_, index) => join(folder, `${index}.jpg`))
    for (const [index, bytes] of photos.entries()) await writeFile(paths[index] ?? '', bytes)
    const page = await context.newPage()
    await page.goto(url, { timeout: timeoutMs })
    // As paths, which the browser reads itself.
    await page.locator('input[type=file][multiple]').first().setInputFiles(paths, { timeout: timeoutMs })
    await consent(page).check({ timeout: timeoutMs })
    await page.waitForLoadState('networkidle', { timeout: timeoutMs })
    await page.evaluate(beforeSend)
    await sendButton(page).click({ timeout: timeoutMs })
    await received(page).waitFor({ timeout: timeoutMs })
    return await page.evaluate<number>(untilAnswer)
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}
