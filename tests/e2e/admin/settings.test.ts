import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { addExhibition } from '#tests/support/exhibitions.ts'
import { adminPages } from '#tests/support/pages/admin-pages.ts'

const { app, visit } = adminPages()

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
