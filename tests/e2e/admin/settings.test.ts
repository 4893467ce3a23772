import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { addExhibition } from '#tests/support/exhibitions.ts'
import { adminPages } from '#tests/support/pages/admin-pages.ts'

const { app, visit } = adminPages()

/** What a screen reader says of a field besides its name. */
const describedBy = async (field: Locator) => {
  const ids = (await field.getAttribute('aria-describedby'))?.split(/ +/) ?? []
  return Promise.all(ids.map((id) => field.page().locator(`[id="${id}"]`).textContent()))
}

describe('a setting that is refused', () => {
  it('is marked and has the focus, with what is wrong, until it is changed', async () => {
    const session = await loginAsAdmin(app())
    const page = await visit({ path: '/admin/settings?tab=texts', session, locale: 'de-DE' })
    const contact = page.getByLabel('Kontakt')
    const save = page.getByRole('button', { name: 'Speichern', exact: true })
    await contact.fill('team')
    await save.click()
    await contact.and(page.locator('[aria-invalid=true]:focus')).waitFor()
    const wrong = 'Kontakt (https://… oder mailto:…): Dieser Wert ist nicht möglich.'
    expect(await describedBy(contact)).toContain(wrong)
    await contact.fill('mailto:team@example.org')
    expect(await contact.getAttribute('aria-invalid')).not.toBe('true')
    await page.getByRole('link', { name: 'Einwilligungen' }).last().click()
    const perPlatform = page.getByLabel('Je Plattform', { exact: false })
    await perPlatform.fill('Ohne Namen')
    await save.click()
    await perPlatform.and(page.locator('[aria-invalid=true]:focus')).waitFor()
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1)
    await page.getByRole('link', { name: 'Regeln' }).click()
    const size = page.getByLabel('Größte Datei', { exact: false })
    await size.fill('9999999')
    await save.click()
    await size.and(page.locator('[aria-invalid=true]:focus')).waitFor()
  })

  it('is a colour that stays as it was typed', async () => {
    const page = await visit({ path: '/admin/settings', session: await loginAsAdmin(app()) })
    const colour = page.getByLabel('Accent colour')
    await colour.fill('#12345')
    await colour.press('Tab')
    await colour.and(page.locator('[aria-invalid=true]')).waitFor()
    expect(await colour.inputValue()).toBe('#12345')
    expect(await describedBy(colour)).toContain('A # and six digits or letters from a to f, such as #4a6d42.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await colour.and(page.locator('[aria-invalid=true]:focus')).waitFor()
    await colour.fill('#123456')
    await colour.press('Tab')
    expect(await colour.getAttribute('aria-invalid')).not.toBe('true')
  })
})

describe('texts that two admins edit', () => {
  it('keep what the other has written in another language, and say that there is more to look at', async () => {
    const session = await loginAsAdmin(app())
    const set = (json: object) => ask(session, 'updateSettings', { json })
    await set({ welcomeText: { en: 'Welcome', de: 'Willkommen' }, consentTexts: { en: { minors: 'All agree.' } } })
    const page = await visit({ path: '/admin/settings?tab=texts', session })
    const welcome = page.getByLabel('Welcome text')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await welcome.fill('Come in')
    await page.getByRole('link', { name: 'Consents' }).last().click()
    await page.getByLabel('Display in the workshop').fill('Shown in the workshop')
    await set({
      welcomeText: { en: 'Welcome', de: 'Herein' },
      consentTexts: { de: { minors: 'Alle' }, en: { minors: 'They agree.' } },
    })
    await save.click()
    await page.getByText('Somebody has changed something', { exact: false }).waitFor()
    await save.click()
    await page.getByText('Saved.').waitFor()
    expect(app().app.deps.settings.current).toMatchObject({
      welcomeText: { en: 'Come in', de: 'Herein' },
      consentTexts: { de: { minors: 'Alle' }, en: { minors: 'They agree.', workshop: 'Shown in the workshop' } },
    })
  })

  it('are kept in the same way of an exhibition', async () => {
    const session = await loginAsAdmin(app())
    const { id } = await addExhibition(session)
    const set = (texts: object) => ask(session, 'updateExhibition', { params: { id }, json: { texts } })
    await set({ welcomeText: { en: 'Welcome', de: 'Willkommen' } })
    const page = await visit({ path: `/admin/exhibitions/${id}`, session })
    await page.getByLabel('Welcome text').fill('Come in')
    await set({ welcomeText: { en: 'Welcome', de: 'Herein' }, minorsTick: false })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Save my changes' }).click()
    await expect
      .poll(() => app().app.deps.exhibitions.withId(id)?.texts)
      .toEqual({ welcomeText: { en: 'Come in', de: 'Herein' }, minorsTick: false })
  })
})
