import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { addExhibition } from '#tests/support/exhibitions.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { isPublic } from '#tests/support/manage.ts'
import { accessibilityFindings, type Look } from '#tests/support/pages/device.ts'
import { app, deviceTests, openDevice } from '#tests/support/pages/device-tests.ts'
import { focusedDialog } from '#tests/support/pages/keyboard.ts'

let admin: Session
deviceTests()
beforeEach(async () => {
  admin = await loginAsAdmin(app)
})

async function come(url: string, look: Look = {}, session?: Session): Promise<Page> {
  const { page, context } = await openDevice(look)
  if (session) await context.addCookies([{ name: 'sid', value: session.cookie.replace('sid=', ''), url: app.url }])
  await page.goto(url)
  return page
}
const choose = async (page: Page, name: string) => {
  const photo = { name, mimeType: 'image/jpeg', buffer: await makeImage() }
  await page.locator('input[type=file][multiple]').first().setInputFiles([photo])
  await page.locator('ol img').first().waitFor()
}
const send = async (page: Page) => {
  await page.locator('#consent-workshop').check()
  await page.locator('button:has(.tabler-icon-send)').click()
}
const phone = { width: 390, height: 844 }

it('is made by an admin with the keyboard, uploads under its name from a phone, and ends when it is revoked', async () => {
  const desk = await come(`${app.url}/admin/accounts`, {}, admin)
  await desk.getByRole('link', { name: 'Manage staff links' }).focus()
  await desk.keyboard.press('Enter')
  await desk.getByRole('textbox', { name: 'Name', exact: true }).focus()
  await desk.keyboard.type('Mira')
  await desk.getByRole('checkbox', { name: 'Approve photos at once' }).focus()
  await desk.keyboard.press('Space')
  await desk.keyboard.press('Enter')
  const shown = desk.getByText(`${app.url}/s/`)
  await shown.waitFor()
  // Read out, and ready to be copied.
  await expect.poll(() => shown.evaluate((text) => text.matches(':focus'))).toBe(true)
  const url = (await shown.textContent()) ?? ''
  expect(await accessibilityFindings(desk)).toEqual([])
  await desk.reload()
  await desk.getByRole('cell', { name: 'Mira' }).waitFor()
  expect(await desk.getByText('/s/').count()).toBe(0)

  const page = await come(url, phone)
  await page.getByText('You’re uploading as Mira.').waitFor()
  await choose(page, 'nest.jpg')
  expect(await page.locator('#text-name').count()).toBe(0)
  const other = await page.context().newPage()
  await other.goto(app.url)
  await other.locator('#choose-photos').waitFor()
  expect(await other.getByText('Your earlier draft is back.', { exact: false }).count()).toBe(0)
  await page.reload()
  await page.getByText('Your earlier draft is back.', { exact: false }).waitFor()
  await send(page)
  await page.getByRole('heading', { name: 'Thank you, Mira!' }).waitFor()
  await page.getByText('Your photos are now on the screen in the workshop.').waitFor()
  const { groups } = await ask(admin, 'listAdminGroups')
  expect(groups).toMatchObject([{ name: 'Mira', staffName: 'Mira', isApproved: true }])
  const groupId = groups[0]?.groupId ?? ''
  expect(await isPublic(app, groupId)).toBe(true)
  // The name is that of the link, not of the device.
  await other.reload()
  await choose(other, 'own.jpg')
  expect(await other.getByText('Mira').count()).toBe(0)
  await desk.goto(`${app.url}/admin/moderation/${groupId}`)
  await desk.getByText('Staff link: Mira').waitFor()

  await page.getByRole('button', { name: 'Send more photos' }).click()
  await choose(page, 'late.jpg')
  await desk.goto(`${app.url}/admin/staff-links`)
  await desk.getByRole('button', { name: 'Revoke' }).focus()
  await desk.keyboard.press('Enter')
  await focusedDialog(desk).getByRole('button', { name: 'Revoke' }).focus()
  await desk.keyboard.press('Enter')
  await desk.getByRole('cell', { name: 'revoked' }).waitFor()
  await send(page)
  await page.getByText('Your link is no longer valid', { exact: false }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Send photos' }).click()
  await page.waitForURL(`${app.url}/`)
  // The draft of the page for everybody.
  await page.getByText('Your earlier draft is back.', { exact: false }).waitFor()
})

it('leaves its draft to the next link of the same name, also one that was being sent, and to no other', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const made = (name: string) => ask(admin, 'createStaffLink', { json: { name, expiresAt } })
  const { id, url } = await made('Class 7b')
  const page = await come(url, phone)
  await choose(page, 'nest.jpg')
  await page.route('**/complete', (route) => route.abort())
  const asked = page.waitForRequest('**/complete')
  await send(page)
  await asked
  await ask(admin, 'revokeStaffLink', { params: { id }, json: { revoked: true } })
  await page.goto((await made('Class 8a')).url)
  await page.getByText('You’re uploading as Class 8a.').waitFor()
  const isBack = page.getByText('Your earlier draft is back.', { exact: false })
  expect(await isBack.count()).toBe(0)
  await page.unroute('**/complete')
  await page.goto((await made('Class 7b')).url)
  await isBack.waitFor()
  await send(page)
  await page.getByRole('heading', { name: 'Thank you, Class 7b!' }).waitFor()
  expect((await ask(admin, 'listAdminGroups')).groups).toMatchObject([{ staffName: 'Class 7b' }])
})

it('sends no exhibition that has been deleted since it was chosen', async () => {
  const [chosen, other] = [await addExhibition(admin), await addExhibition(admin)]
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await ask(admin, 'createStaffLink', { json: { name: 'Mira', expiresAt } })
  const desk = await come(`${app.url}/admin/staff-links`, {}, admin)
  await desk.getByRole('textbox', { name: 'Name', exact: true }).fill('Olga')
  const choice = desk.getByRole('main').getByRole('combobox', { name: 'Exhibition' })
  const offered = () => choice.locator('option').allTextContents()
  await choice.selectOption(chosen.slug)
  await ask(admin, 'deleteExhibition', { params: { id: chosen.id } })
  await desk.getByRole('button', { name: 'Revoke' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(offered).toEqual([other.name, 'Werkschau'])
  const shown = await choice.locator('option:checked').textContent()
  await desk.getByRole('button', { name: 'Make link' }).click()
  await desk.getByText(`${app.url}/s/`).waitFor()
  const { staffLinks } = await ask(admin, 'listStaffLinks')
  expect(staffLinks.find(({ name }) => name === 'Olga')?.exhibition?.name).toBe(shown)
})
