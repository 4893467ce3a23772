import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { thorough } from '#tests/e2e/states/variants.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { adminPages, heading } from '#tests/support/pages/admin-pages.ts'

const { app, visit, titled } = adminPages()

const crashed = /^(This page doesn’t work right now|Diese Seite funktioniert gerade nicht)$/
const title = (page: Page) => page.locator('h1').textContent()
const links = (page: Page) => page.getByRole('navigation').first().getByRole('link')

/** Opens a page by its link, and waits until it has loaded. */
async function open(page: Page, path: string): Promise<void> {
  const before = await title(page)
  await page.locator(`a[href="${path}"]`).first().click()
  await expect.poll(() => title(page)).not.toBe(before)
  await expect.poll(() => page.locator('main .mantine-Skeleton-root').count()).toBe(0)
  expect(await title(page), path).not.toMatch(crashed)
}

/** Its tabs, and the pages beside them. */
async function openSettings(page: Page): Promise<void> {
  for (const tab of ['texts', 'consents', 'platforms', 'notifications', 'backup', 'rules', 'technical']) {
    await page.locator(`a[href="/admin/settings?tab=${tab}"]`).click()
    await page.waitForURL(`**/settings?tab=${tab}`)
    await page.locator('main section').first().waitFor()
  }
  await page.locator('main section input[inputmode]').first().waitFor()
  for (const path of ['/admin/rate-limits', '/admin/accounts', '/admin/accounts/1']) await open(page, path)
}

/** One of the pages' two languages, and none of them. */
const locales = thorough ? ['de-DE', 'de-AT', 'en-US', 'ar', 'fr'] : ['de-AT', 'en-US', 'ar']

const wordsOf = (page: Page) => page.locator('#root').textContent()
const inPlace = ['/admin', '/admin/moderation', '/admin/accounts', '/admin/settings?tab=rules', '/admin/admin-audit']

describe('the admin pages', () => {
  it.each(locales)('open in a browser in %s', async (locale) => {
    const session = await loginAsAdmin(app())
    const { groupId } = await titled('A stool')
    const page = await visit({ session, locale, path: '/admin/account' })
    await links(page).first().waitFor()
    const paths = await links(page).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(paths).toHaveLength(8)
    for (const path of paths) {
      await open(page, path)
      if (path === '/admin/moderation') await open(page, `${path}/${groupId}`)
      if (path === '/admin/settings') await openSettings(page)
      if (path === '/admin/deletion-log')
        for (const tab of ['audit-log', 'admin-audit', 'consents']) await open(page, `/admin/${tab}`)
    }
    await page.goto(`${app().url}/admin/storage-migration`)
    await expect.poll(() => title(page)).not.toMatch(crashed)
  })

  it('follow the language in place, and keep what was typed', async () => {
    const session = await loginAsAdmin(app())
    const { groupId } = await titled('A stool')
    const page = await visit({ session, locale: 'en-US', path: '/admin/settings' })
    // "A minute ago" would become two between the readings.
    await page.clock.setFixedTime(Date.now())
    await page.getByLabel('Name of the site').fill('Typed')
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect.poll(() => page.getByLabel('Name der Seite').inputValue()).toBe('Typed')
    for (const path of [...inPlace, `/admin/moderation/${groupId}`]) {
      await page.goto(`${app().url}${path}`)
      const settled = () => expect.poll(() => page.locator('main :is(h2, table)').count()).toBeGreaterThan(0)
      await settled()
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await page.getByRole('button', { name: 'English' }).waitFor()
      const words = await wordsOf(page)
      await page.reload()
      await settled()
      await expect.poll(() => wordsOf(page), { message: path }).toBe(words)
    }
  })

  it('keep the frame and the navigation when one of them fails', async () => {
    const page = await visit({ session: await loginAsAdmin(app()) })
    await heading(page, 'Overview').waitFor()
    await page.route('**/api/admin/settings', (route) => route.fulfill({ json: {} }))
    await links(page).filter({ hasText: 'Settings' }).click()
    await heading(page, crashed).waitFor()
    await page.unroute('**/api/admin/settings')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Name of the site').waitFor()
    await page.route('**/api/admin/users', (route) => route.fulfill({ json: { users: [null] } }))
    await page.getByRole('link', { name: 'Accounts' }).click()
    await heading(page, crashed).waitFor()
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await heading(page, 'Overview').waitFor()
  })
})

describe('the start of the slideshow', () => {
  it('follows the language in place', async () => {
    const page = await visit({ locale: 'en-US', path: '/slideshow' })
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('button', { name: 'English' }).waitFor()
    const words = await wordsOf(page)
    await page.reload()
    await page.getByRole('button', { name: 'English' }).waitFor()
    await expect.poll(() => wordsOf(page)).toBe(words)
  })
})
