import type { Browser } from 'playwright-core'
import { makeImage } from '#tests/support/images/make-image.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { adminSession } from './support/admin-session.ts'
import { batchBody } from './support/send-batch.ts'
import { startService } from './support/start-service.ts'
import { figure, type Scenario } from './support/table.ts'

const groups = 12
const photosPerGroup = 3
const screens = [
  [1920, 1080],
  [1080, 1920],
] as const
/** What a screen shows, as its address says it; the lower bound is a page without anything. */
const layouts = ['single', 'wall', 'split']

async function hang(url: string): Promise<void> {
  const photo = (index: number) =>
    makeImage(
      index % 3 === 0
        ? { width: 3000, height: 4000, detail: true, colour: `#40${index}0a0` }
        : { width: 4000, height: 3000, detail: true, colour: `#a0${index}040` },
    )
  const photos = await Promise.all(Array.from({ length: photosPerGroup }, (_, index) => photo(index)))
  const { body, type } = batchBody(photos)
  const headers = { ...(await adminSession(url)), 'content-type': 'application/json' }
  for (let n = 0; n < groups; n++) {
    const sent = await fetch(`${url}/api/upload/batch`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.concat(body),
    })
    const { groupId } = (await sent.json()) as { groupId: string }
    const approval = { method: 'PATCH', headers, body: '{"approved":true}' }
    const answer = await fetch(`${url}/api/admin/groups/${groupId}/approve`, approval)
    if (!answer.ok) throw new Error(`Approving was answered with ${answer.status}`)
  }
}

/** The milliseconds between frames. Runs in the page. */
const timeFrames = (count: number) => `new Promise((resolve) => {
  const gaps = []
  let before
  const frame = (now) => {
    if (before !== undefined) gaps.push(now - before)
    before = now
    if (gaps.length < ${count}) requestAnimationFrame(frame)
    else resolve(gaps)
  }
  requestAnimationFrame(frame)
})`

async function watch(
  browser: Browser,
  url: string,
  { size: [width, height], count }: { size: readonly [number, number]; count: number },
): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.goto(url)
  if (url !== 'about:blank') await page.locator('[data-step]').first().waitFor()
  await page.waitForTimeout(5_000)
  const gaps = await page.evaluate<number[]>(timeFrames(count))
  await page.close()
  return gaps
}

/** How evenly a running screen draws: the frames that took longer than two, with 12-megapixel photos every two seconds. */
export const run: Scenario = async ({ isSmall }) => {
  await using service = await startService()
  await hang(service.url)
  const browser = await launchBrowser()
  const rows: string[][] = []
  for (const size of screens) {
    for (const layout of [undefined, ...layouts]) {
      const address = `${service.url}/slideshow?autostart&seconds=2&qr&layout=${layout}`
      const gaps = await watch(browser, layout === undefined ? 'about:blank' : address, {
        size,
        count: isSmall ? 100 : 1_000,
      })
      const late = gaps.filter((gap) => gap > 34).length
      rows.push([size.join(' × '), layout ?? 'floor', String(late), figure(Math.max(...gaps), 0)])
    }
  }
  await browser.close()
  const columns = ['screen', 'layout', 'frames over 34 ms', 'longest, ms']
  return [{ title: `Of ${isSmall ? 100 : '1,000'} frames`, columns, rows }]
}
