import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { launchBrowser, withoutWorker } from '#tests/support/servers/browser.ts'
import { startApp } from '#tests/support/start-app.ts'

const browser = await launchBrowser()
const app = await startApp()
const context = await browser.newContext({ ...withoutWorker, locale: 'en-GB' })
const page = await context.newPage()
beforeAll(async () => {
  const { cookie } = await loginAsAdmin(app)
  await context.addCookies([{ name: 'sid', value: cookie.replace('sid=', ''), url: app.url }])
  await page.goto(`${app.url}/admin/screens`)
  await page.getByRole('heading', { level: 1 }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

describe('an address of an earlier release', () => {
  it.each([
    ['/admin/groups', '/admin/moderation', 'Moderation'],
    ['/admin/groups?status=changed&q=a%20b', '/admin/moderation?status=changed&q=a%20b', 'Moderation'],
    ['/admin/groups/unknown', '/admin/moderation/unknown', 'This group no longer exists'],
    ['/admin/limits', '/admin/rate-limits', 'Limits and bans'],
    ['/admin/storage', '/admin/storage-migration', 'Import old data'],
    ['/admin/users', '/admin/accounts', 'Accounts'],
  ])('%s leads to %s', async (from, to, heading) => {
    // As a link in the page would: loading the whole page for each address takes a second.
    const length = await page.evaluate<number>('history.length')
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(from)})`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await expect.poll(() => page.url().replaceAll('+', '%20')).toBe(app.url + to)
    // The old address does not block the back button.
    expect(await page.evaluate('history.length')).toBe(length + 1)
  })

  it('shows the first tab of the settings where its own is gone', async () => {
    await page.goto(`${app.url}/admin/settings?tab=limits`)
    await page.getByRole('heading', { level: 2, name: 'Appearance' }).waitFor()
  })

  it('also leads there when it is opened', async () => {
    await page.goto(`${app.url}/admin/users`)
    await page.waitForURL(`${app.url}/admin/accounts`)
  })
})
