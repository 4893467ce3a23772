import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { thorough } from '#tests/e2e/states/variants.ts'
import { loginAsAdmin, loginAsModerator } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { adminPages } from '#tests/support/pages/admin-pages.ts'
import { publish } from '#tests/support/upload.ts'

const { app, visit, titled } = adminPages()

/** Controls that a message covers: without it they are what a tap at their middle hits. Runs in the page. */
const covered = `(() => {
  const messages = [...document.querySelectorAll('.mantine-Notifications-root')]
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea')]
    .filter((each) => !each.closest('.mantine-Notifications-root') && each.checkVisibility({ visibilityProperty: true }))
  const isHit = (control) => {
    const { x, y, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return hit !== null && (control.contains(hit) || hit.contains(control))
  }
  const under = controls.filter((control) => !isHit(control))
  for (const message of messages) message.style.visibility = 'hidden'
  const found = under.filter(isHit).map((control) => control.textContent || control.ariaLabel)
  for (const message of messages) message.style.visibility = ''
  return found
})()`

/** Groups whose cards have very different heights. */
async function unlike(): Promise<void> {
  const description = 'Oak from a beam of the old mill. '
  for (const times of [12, 0, 5, 0, 9, 1]) {
    const metadata = { title: `Stool ${times}`, ...(times > 0 && { description: description.repeat(times) }) }
    await titled(metadata.title, { parts: { metadata } })
  }
}

const yOf = async (page: Page, large: boolean) => {
  const place = large ? page.getByRole('dialog') : page.getByRole('list', { name: 'Groups' })
  const button = place.getByRole('button', { name: 'Approve', exact: true }).first()
  await button.waitFor()
  return Math.round((await button.boundingBox())?.y ?? 0)
}

describe('an accent of the site', () => {
  it('is that of pressed switches and quiet buttons, too', async () => {
    const session = await loginAsAdmin(app())
    const paint = (accentColour: string | null) =>
      session.fetch('/api/admin/settings', { method: 'PATCH', json: { accentColour } })
    await titled('A stool')
    await paint('#8a0b3c')
    const page = await visit({ path: '/admin/moderation', session, width: 1_280 })
    await page.getByRole('button', { pressed: true }).first().waitFor()
    const colour = `getComputedStyle(document.querySelector('[aria-pressed=true]')).color`
    expect(await page.evaluate(colour)).toBe('rgb(138, 11, 60)')
    await paint(null)
  })
})

describe.each(thorough ? [390, 820, 1_280] : [390, 1_280])('moderating at %i px', (width) => {
  it('shows what was done over no control, in the list, the large view and on the page of a group', async () => {
    await unlike()
    const page = await visit({ path: '/admin/moderation', session: await loginAsAdmin(app()), width })
    if (width === 1_280) await page.setViewportSize({ width, height: 720 })
    const message = page.getByRole('status').filter({ hasText: 'One group approved.' })
    await yOf(page, false)
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await message.waitFor()
    for (const y of [0, 300, 700]) {
      await page.evaluate(`scrollTo(0, ${y})`)
      expect(await page.evaluate(covered)).toEqual([])
    }
    await page.keyboard.press('v')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('a')
    await message.waitFor()
    expect(await page.evaluate(covered)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('list', { name: 'Groups' }).getByRole('heading').first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /Stool/ }).waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await message.waitFor()
    expect(await page.evaluate(covered)).toEqual([])
  })

  it('says once that the server does not answer, over no control', async () => {
    await unlike()
    const page = await visit({ path: '/admin/moderation', session: await loginAsAdmin(app()), width })
    await yOf(page, false)
    await page.route('**/api/admin/groups/bulk', (route) => route.abort())
    const message = page.getByRole('alert').filter({ hasText: 'The group is unchanged.' })
    for (let n = 0; n < 3; n += 1) {
      const failed = page.waitForEvent('requestfailed')
      for (const key of ['j', 'a']) await page.keyboard.press(key)
      await failed
      await message.first().waitFor()
    }
    expect(await message.count()).toBe(1)
    expect(await page.evaluate(covered)).toEqual([])
  })

  it('puts the next approval under the pointer, in the list and the large view', async () => {
    await unlike()
    await unlike()
    const page = await visit({ path: '/admin/moderation', session: await loginAsAdmin(app()), width })
    await yOf(page, false)
    await approveFour(page, false)
    for (const key of ['j', 'v']) await page.keyboard.press(key)
    await approveFour(page, true)
  })

  async function approveFour(page: Page, large: boolean): Promise<void> {
    const places: number[] = []
    const approved = () => app().app.deps.database.moderation.countGroups({ scope: 'all', approved: true })
    for (let clicks = 0; clicks < 4; clicks++) {
      places.push(await yOf(page, large))
      const before = await approved()
      const place = large ? page.getByRole('dialog') : page.getByRole('list', { name: 'Groups' })
      await place.getByRole('button', { name: 'Approve', exact: true }).first().click()
      await expect.poll(approved).toBe(before + 1)
    }
    expect(Math.max(...places) - Math.min(...places)).toBeLessThanOrEqual(1)
  }
})

describe('the settings', () => {
  it('are in tabs of at most twenty controls, and count in megapixels and gigabytes', async () => {
    const page = await visit({ path: '/admin/settings', session: await loginAsAdmin(app()), locale: 'de-DE' })
    const tabs = page.getByRole('navigation', { name: 'Einstellungen', exact: true }).getByRole('link')
    const names =
      'Aussehen · Texte · Einwilligungen · Plattformen · Regeln · Benachrichtigungen · Sicherung · Technik · Konten · Limits und Sperren'
    await expect.poll(async () => (await tabs.allTextContents()).join(' · ')).toBe(names)
    for (const name of names.split(' · ').slice(0, 8)) {
      await tabs.filter({ hasText: name }).click()
      await expect.poll(() => tabs.and(page.locator('[aria-current=page]')).allTextContents()).toEqual([name])
      const controls = page
        .locator('main')
        .locator('section')
        .locator('button, input:not([type=file]), select, textarea')
      expect(await controls.count(), name).toBeLessThanOrEqual(20)
    }
    const pixels = page.getByLabel('Größtes Foto in Megapixeln')
    expect(await pixels.getAttribute('placeholder')).toBe('100')
    await pixels.fill('80')
    await page.getByLabel('Gigabyte je Stunde und Adresse').fill('2,5')
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    const current = () => app().app.deps.settings.current
    await expect.poll(() => current().maxImagePixels).toBe(80_000_000)
    expect(current().uploadBytesPerHour).toBe(2.5 * 2 ** 30)
  })
})

describe('the overview', () => {
  it('says what is needed today, five things at most, and what can wait', async () => {
    await titled('Stool')
    const page = await visit({ path: '/admin', session: await loginAsAdmin(app()), locale: 'de-DE' })
    const today = page.getByRole('region', { name: 'Heute nötig' })
    await today.waitFor()
    expect(await today.getByRole('listitem').count()).toBeLessThanOrEqual(5)
    await page.getByRole('region', { name: 'Später' }).waitFor()
    await page.getByRole('region', { name: 'Aufräumen' }).waitFor()
    expect(await page.getByText('UPLOAD_RATE_LIMIT').count()).toBe(0)
  })

  it('begins with notifications that do not arrive and with a full disk', async () => {
    const session = await loginAsAdmin(app())
    const overview = await ask(session, 'getSystemOverview')
    const page = await visit({ session })
    const oldestNotification = new Date(Date.now() - 11 * 60_000).toISOString()
    const messenger = { ...overview.messenger, configured: true }
    const storage = { ...overview.storage, isFull: true }
    const json = { ...overview, oldestNotification, messenger, storage }
    await page.route('**/api/admin/overview*', (route) => route.fulfill({ json }))
    await page.reload()
    const today = page.getByRole('region', { name: 'Needed today' }).getByRole('listitem')
    await today.nth(1).getByText('The disk is full').waitFor()
    await today.nth(0).getByText('Notifications don’t arrive').waitFor()
    await today.nth(0).getByRole('link').click()
    await page.getByRole('heading', { name: 'Telegram' }).waitFor()
  })
})

describe('the navigation', () => {
  it('has eight entries in three groups; account and logout are in view at 720 px', async () => {
    const { groupId } = await titled('Stool')
    await publish(app(), groupId)
    const page = await visit({ path: '/admin', session: await loginAsAdmin(app()), locale: 'de-DE' })
    await page.setViewportSize({ width: 1_280, height: 720 })
    const navigation = page.getByRole('navigation', { name: 'Admin-Seiten' })
    await navigation.waitFor()
    expect(await navigation.getByRole('heading').allTextContents()).toEqual(['Täglich', 'Ausstellung', 'Betrieb'])
    expect(await navigation.getByRole('link').allTextContents()).toEqual([
      'Moderation',
      'Veröffentlichen',
      'Noch zu entfernen',
      'Bildschirme',
      'Aushang',
      'Übersicht',
      'Einstellungen',
      'Protokolle',
    ])
    for (const control of [
      page.getByRole('link', { name: /Mein Konto/ }),
      page.getByRole('button', { name: 'Abmelden' }),
      navigation.getByRole('link', { name: 'Protokolle' }),
    ]) {
      const { y = 999, height = 0 } = (await control.boundingBox()) ?? {}
      expect(y + height).toBeLessThanOrEqual(720)
    }
    await navigation.getByRole('link', { name: 'Protokolle' }).click()
    const tabs = page.getByRole('navigation', { name: 'Protokolle' }).getByRole('link')
    await expect
      .poll(() => tabs.allTextContents())
      .toEqual(['Löschprotokoll', 'Aufrufe der Links', 'Was das Team getan hat', 'Einwilligungen'])
    await tabs.filter({ hasText: 'Was das Team getan hat' }).click()
    await expect.poll(() => navigation.locator('[data-status=active]').allTextContents()).toEqual(['Protokolle'])
  })

  it('has for moderators what is theirs', async () => {
    const page = await visit({ session: await loginAsModerator(app()), path: '/admin/moderation' })
    const links = () => page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link').allTextContents()
    await expect.poll(links).toEqual(['Moderation', 'Publish', 'Still to remove', 'Poster', 'Logs'])
  })
})
