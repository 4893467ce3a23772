import { link, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { thorough } from '#tests/e2e/states/variants.ts'
import { makePhoto } from '#tests/support/images/make-image.ts'
import { newDevice } from '#tests/support/pages/device.ts'
import { captionPhoto } from '#tests/support/pages/draft.ts'
import { traceTasks } from '#tests/support/pages/main-thread.ts'
import { rendererMemory } from '#tests/support/pages/renderer-memory.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const count = thorough ? 50 : 12
const longestTaskMs = 200
/** How much slower than this machine's a phone's CPU is. */
const slowdown = 4
/** The page adds so many photos at a time (`useGrowing`); only all fifty on a quiet machine show the time that takes. */
const maxAtOnce = 10
/** Of the pages' own memory, with what decodes a photo. */
const maxBytes = 250 * 2 ** 20

/** Notes the most photos that one rendering adds. Runs in the page. */
const noteAdded = `
  window.mostAtOnce = 0
  const photosIn = (node) => node.nodeType === 1 ? node.matches('[data-photo]') + node.querySelectorAll('[data-photo]').length : 0
  new MutationObserver((changes) => {
    const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]))
    const count = [...added].reduce((sum, node) => sum + photosIn(node), 0)
    window.mostAtOnce = Math.max(window.mostAtOnce, count)
  }).observe(document.body, { childList: true, subtree: true })`

let browser: Browser
let app: TestApp
let folder: string
let files: string[]

beforeAll(async () => {
  ;[browser, app, folder] = await Promise.all([
    launchBrowser(),
    startApp(),
    mkdtemp(join(tmpdir(), 'werkschau-photos-')),
  ])
  const photo = join(folder, 'photo.jpg')
  await writeFile(photo, await makePhoto())
  files = Array.from({ length: count }, (_, n) => join(folder, `${n + 1}.jpg`))
  for (const file of files) await link(photo, file)
})
afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

describe(`${count} photos of 12 megapixels on a phone`, () => {
  it('show their thumbnails without freezing the page, in bounded memory', {
    timeout: 240_000,
    retry: thorough ? 1 : 0,
  }, async () => {
    const { context, page, complaints } = await newDevice(browser, { width: 390 })
    onTestFinished(() => context.close())
    await page.goto(app.url)
    await page.getByRole('button', { name: 'Choose photos' }).waitFor()
    await page.evaluate(noteAdded)
    const atRest = (await rendererMemory(browser)) ?? 0

    const start = performance.now()
    let first = 0
    let most = 0
    const tasks = await traceTasks(browser, page, async () => {
      await page.locator('input[type=file][multiple]').first().setInputFiles(files)
      await page.locator('ol img').first().waitFor()
      first = performance.now() - start
      while ((await page.locator('ol img').count()) < count) {
        most = Math.max(most, (await rendererMemory(browser)) ?? 0)
        await page.waitForTimeout(100)
      }
    })
    const seconds = (performance.now() - start) / 1000
    await captionPhoto(page, count, 'still alive')

    const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
    console.info(
      `${count} photos: first thumbnail ${Math.round(first)} ms, all ${seconds.toFixed(1)} s, longest task ${Math.round(tasks.longest)} ms of the CPU, ` +
        `${Math.round(tasks.overall)} ms in all, page ${megabytes(atRest)} MB at rest, ${megabytes(most)} MB at most`,
    )
    const mostAtOnce = await page.evaluate('window.mostAtOnce')
    expect(mostAtOnce).toBeGreaterThan(0)
    expect(mostAtOnce).toBeLessThanOrEqual(maxAtOnce)
    if (thorough) expect(tasks.longest * slowdown).toBeLessThan(longestTaskMs)
    expect(most).toBeLessThan(maxBytes)
    expect(complaints).toEqual([])
  })
})
