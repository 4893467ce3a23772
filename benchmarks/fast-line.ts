import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { makePhoto } from '#tests/support/images/make-image.ts'
import { sendPhotos } from '#tests/support/pages/send-photos.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { batchBody, sendBatch } from './support/send-batch.ts'
import { startService } from './support/start-service.ts'
import { figure, median, medianRatio, type Scenario, sideBySide } from './support/table.ts'

const timeoutMs = 5 * 60_000

/** Sends the chosen files as one batch and returns the milliseconds until its answer. Runs in the page. */
const sendAsBatch = `(async () => {
  const form = new FormData()
  form.append('consents', '{"workshopConsent":true}')
  for (const file of document.querySelector('#batch').files) form.append('images', file)
  const began = performance.now()
  const response = await fetch('/api/upload/batch', { method: 'POST', body: form })
  if (!response.ok) throw new Error('The upload was answered with ' + response.status)
  await response.json()
  return performance.now() - began
})()`

async function asBatch(browser: Browser, url: string, photos: readonly string[]): Promise<number> {
  const page = await browser.newPage()
  try {
    await page.goto(url, { waitUntil: 'networkidle', timeout: timeoutMs })
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<input type="file" multiple id="batch">')`)
    await page.locator('#batch').setInputFiles([...photos])
    return await page.evaluate<number>(sendAsBatch)
  } finally {
    await page.close()
  }
}

/** A service that has already made a preview. */
async function warmService(photo: Buffer) {
  const service = await startService()
  await sendBatch(service.url, batchBody([photo]))
  return service
}

export const run: Scenario = async ({ rounds }) => {
  const browser = await launchBrowser()
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-photos-'))
  try {
    const photo = await makePhoto({ profile: 'p3' })
    const photos = Array.from({ length: 5 }, () => photo)
    const paths = photos.map((_, index) => join(folder, `${index}.jpg`))
    for (const path of paths) await writeFile(path, photo)
    const { a, b } = await sideBySide(
      rounds + 1,
      async () => {
        await using service = await warmService(photo)
        return await sendPhotos(browser, { url: service.url, photos, timeoutMs })
      },
      async () => {
        await using service = await warmService(photo)
        return await asBatch(browser, service.url, paths)
      },
    )
    const ratio = medianRatio(a, b)
    return [
      {
        title: `5 photos of ${figure(photo.length / 1e6, 1)} MB and 12 MP on a fast line, ms in Chromium`,
        columns: ['how', 'ms', 'submission ÷ batch'],
        rows: [
          ['as a submission, by the page, from Send to the last answer', figure(median(a), 0), figure(ratio)],
          ['as one batch, until its answer', figure(median(b), 0), ''],
        ],
        goals: [{ what: '5 photos of 12 MP on a fast line: submission ÷ batch', value: ratio, most: 1 }],
        notes: ['The page also draws what it shows.'],
      },
    ]
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}
