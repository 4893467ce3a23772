import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { thorough } from '#tests/e2e/states/variants.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { adminPages } from '#tests/support/pages/admin-pages.ts'

const { app, visit } = adminPages()

const textsOf = (language: 'de' | 'en') =>
  JSON.parse(readFileSync(`web/src/features/admin/texts/${language}.json`, 'utf8'))

describe('the settings tab of backups', () => {
  it('says that the backups cannot be listed, and keeps its fields', async () => {
    const page = await visit({ session: await loginAsAdmin(app()) })
    await page.route('**/api/admin/backups', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL_ERROR' } }),
    )
    await page.goto(`${app().url}/admin/settings?tab=backup`)
    await page.getByText('Couldn’t be loaded').waitFor()
    await page.getByLabel('Backups', { exact: true }).selectOption({ label: 'Every day' })
  })

  const inLocales = [
    ['de-DE', 'de', 'Uhrzeit', 'Sicherungen'],
    ['en-US', 'en', 'Time of day', 'Backups'],
    ['ar', 'en', 'Time of day', 'Backups'],
  ] as const
  // admin-locales.test.ts opens the tab in each locale.
  it.each(thorough ? inLocales : inLocales.slice(0, 1))(
    'switches daily backups on, and makes one now, in %s',
    async (locale, language, time, label) => {
      const { backups, settings, check } = textsOf(language)
      app().app.startJobs()
      const session = await loginAsAdmin(app())
      const page = await visit({ path: '/admin/settings?tab=backup', session, locale })
      await page.getByText(check.sameDisk, { exact: false }).waitFor()
      await page.getByLabel(label, { exact: true }).selectOption({ label: backups.schedule.daily })
      await page.getByLabel(time).fill('04:45')
      await page.getByRole('button', { name: settings.save, exact: true }).click()
      await expect
        .poll(() => app().app.deps.settings.current)
        .toMatchObject({ backupSchedule: 'daily', backupTime: '04:45', backupsKept: 14 })
      await page.getByRole('button', { name: backups.now }).click()
      await page.getByText(backups.verified, { exact: false }).waitFor()

      await page.goto(`${app().url}/admin`)
      await page.getByText(check.sameDisk, { exact: false }).waitFor()
      await page.getByText(backups.last.split(':')[0], { exact: false }).waitFor()
      await page.getByRole('button', { name: backups.now }).waitFor()
    },
  )
})
