import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChangePosition } from '#server/ports/content-changes.ts'
import { adminCredentials, loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { type Device, newDevice } from '#tests/support/pages/device.ts'
import { focusFault, tabTo } from '#tests/support/pages/keyboard.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish } from '#tests/support/upload.ts'

// No pointer in this file: everything must be reachable and usable with keys.
let browser: Browser
let app: TestApp
let photo: Buffer
let admin: Session
let before: ChangePosition
const devices: Device[] = []

beforeAll(async () => {
  ;[browser, app] = await Promise.all([launchBrowser(), startApp({ env: { MANAGEMENT_RATE_LIMIT: '1000' } })])
  photo = await makeImage({ width: 300, height: 200 })
  admin = await loginAsAdmin(app)
})
beforeEach(async () => {
  before = await app.app.deps.database.changes.position()
})
afterEach(async () => {
  await Promise.all(devices.splice(0).map(({ context }) => context.close()))
})
afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

async function visit(path: string, session?: Session): Promise<Page> {
  const device = await newDevice(browser, { width: 1_280 })
  devices.push(device)
  const value = session?.cookie.replace('sid=', '')
  if (value) await device.context.addCookies([{ name: 'sid', value, url: app.url }])
  await device.page.goto(`${app.url}${path}`)
  await device.page.getByRole('heading', { level: 1 }).waitFor()
  return device.page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Tabs to the control and presses it. */
const use = async (page: Page, name: string | RegExp, key = 'Enter') => {
  await tabTo(page, button(page, name))
  await press(page, key)
}
/** The focus is on an element in view and visible, also after something has disappeared from the page. */
const focusKept = (page: Page) => expect.poll(() => focusFault(page)).toBeUndefined()
const named = (page: Page) =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')
const titled = (title: string) => ownGroup(app, { images: 2, approved: false, parts: { metadata: { title } } })
const groupOf = async () => {
  const { groupIds } = await app.app.deps.database.changes.since(before)
  return app.app.deps.database.groups.find(groupIds.at(-1) ?? '')
}

describe('with the keyboard alone', () => {
  it('a visitor skips to the content, chooses photos, writes, agrees and sends', async () => {
    const page = await visit('/')
    await button(page, 'Choose photos').waitFor()
    await press(page, 'Tab', 'Enter')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content')
    const choosing = page.waitForEvent('filechooser')
    await use(page, 'Choose photos')
    await (await choosing).setFiles(
      ['a', 'b'].map((name) => ({ name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: photo })),
    )
    await page.locator('ol img').nth(1).waitFor()
    await use(page, /^Enlarge photo 1: /)
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => named(page)).toBe('Caption of photo 1')
    await use(page, 'Remove photo 1')
    await focusKept(page)
    expect(await named(page)).toBe('Remove photo 1')
    await use(page, 'Undo')
    await focusKept(page)
    await tabTo(page, page.getByLabel('Caption of photo 2'))
    await page.keyboard.type('By keyboard')
    await press(page, 'Escape')
    await expect.poll(() => named(page)).toBe('Enlarge photo 2: By keyboard')
    await tabTo(page, page.getByLabel('Title', { exact: true }))
    await page.keyboard.type('Keys')
    await tabTo(page, page.getByRole('checkbox', { name: 'Yes, show my photos in the workshop.' }))
    await press(page, 'Space')
    await use(page, 'Send 2 photos')
    await page.getByRole('heading', { name: /^Thank you/ }).waitFor()
    await focusKept(page)
    expect(await groupOf()).toMatchObject({ title: 'Keys' })
    await use(page, 'Send more photos')
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
    await focusKept(page)
    await use(page, 'Your photos')
    await page.getByText('Awaiting review (As of').waitFor()
    await use(page, /^Remove from this device: /)
    await use(page, 'Remove')
    await page.getByRole('link', { name: /^Manage / }).waitFor({ state: 'detached' })
    await focusKept(page)
  })

  it('the holder of a link edits, withdraws, deletes a photo and then everything', async () => {
    const own = await ownGroup(app, { images: 3, parts: { metadata: { title: 'Mine' } } })
    const page = await visit(`/manage/${own.token}`)
    await use(page, /^Enlarge photo 1: /)
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => named(page)).toBe('Caption of photo 1')
    await page.keyboard.type('Typed')
    await press(page, 'Escape')
    await expect.poll(() => named(page)).toBe('Enlarge photo 1: Typed')
    await use(page, /^Enlarge photo 2: /)
    await use(page, 'Move photo 2 forward')
    await expect.poll(() => named(page)).toBe('Move photo 1 forward')
    await press(page, 'Escape')
    await expect.poll(() => named(page)).toBe('Enlarge photo 1: 2.jpg')
    await use(page, 'Save changes')
    await page.getByText('Saved.', { exact: true }).first().waitFor()
    await focusKept(page)

    await tabTo(page, page.getByRole('switch', { name: 'Screen in the workshop' }))
    await press(page, 'Space')
    await use(page, 'Withdraw')
    await page.getByRole('status').getByText('Not on display: consent withdrawn', { exact: true }).waitFor()
    await focusKept(page)

    await tabTo(page, button(page, 'Remove photo 2'), 'Shift+Tab')
    await press(page, 'Enter')
    await page.getByRole('dialog').waitFor()
    await focusKept(page)
    await press(page, 'Escape')
    await expect.poll(() => named(page)).toBe('Remove photo 2')
    await press(page, 'Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, button(page, 'Delete photo'))
    await press(page, 'Enter')
    await page.getByText('2 of 50').waitFor()
    await focusKept(page)
    await expect.poll(() => named(page)).toBe('Remove photo 2')

    await tabTo(page, page.getByRole('button', { name: 'Delete everything …' }))
    await press(page, 'Enter')
    await tabTo(page, button(page, 'Yes, delete 2 photos'))
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Deleted' }).waitFor()
    await focusKept(page)
  })

  it('a moderator logs in, moderates the queue and never loses the focus', async () => {
    const never = { uploadedBefore: '9999', approvedBefore: null }
    for (const { groupId } of await app.app.deps.database.groups.due('all', never)) await publish(app, groupId)
    const [one, two, three] = [await titled('One'), await titled('Two'), await titled('Three')]
    const page = await visit('/admin/moderation')
    await tabTo(page, page.getByLabel('User name'))
    await page.keyboard.type(adminCredentials.username)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(adminCredentials.password)
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Three' }).waitFor()
    const focused = () => page.locator(':focus').first().textContent()

    await expect.poll(focused).toBe('Moderation')
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowUp')
    await expect.poll(focused).toBe('One')
    await press(page, 'x', 'Shift+J', 'Escape', 'k', 'a')
    await expect.poll(focused).toBe('Two')
    await focusKept(page)
    await press(page, 'd')
    await page.getByRole('dialog').waitFor()
    await press(page, 'Escape')
    await expect.poll(focused).toBe('Two')
    // As fast as somebody can type.
    await press(page, 'd', 'y')
    await expect.poll(focused).toBe('Three')
    await press(page, 'e')
    await page.getByLabel('Title', { exact: true }).waitFor()
    await press(page, 'Escape')
    await expect.poll(focused).toBe('Three')
    await press(page, '?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await press(page, 'Escape')
    await expect.poll(focused).toBe('Three')
    await press(page, 'a')
    await page.getByRole('heading', { name: 'All done' }).waitFor()
    await focusKept(page)
    await press(page, 'z')
    await expect.poll(focused).toBe('Three')

    const { groups } = app.app.deps.database
    await expect.poll(async () => (await groups.find(one.groupId))?.isApproved).toBe(true)
    await expect.poll(() => groups.find(two.groupId)).toBeUndefined()
    await expect.poll(async () => (await groups.find(three.groupId))?.isApproved).toBe(false)

    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Three' }).waitFor()
    await focusKept(page)
    await use(page, /^Enlarge photo 1: /)
    const large = page.getByRole('dialog', { name: 'Three' })
    await large.waitFor()
    await press(page, 'ArrowRight')
    await large.getByText('Photo 2 of 2').waitFor()
    await press(page, 'Escape')
    await large.waitFor({ state: 'detached' })
    await focusKept(page)
    await use(page, 'Change consents')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, page.getByRole('checkbox', { name: 'Facebook' }))
    await press(page, 'Space')
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Save' }))
    await press(page, 'Enter')
    await page.getByText('The consents were saved.').waitFor()
    await expect.poll(() => named(page)).toBe('Change consents')
    expect(await app.app.deps.database.consents.ofGroup(three.groupId)).toMatchObject([
      { platformId: 1, consented: true },
    ])
  })

  it('an admin passes the settings without changing them, and comes back from a dialog to its button', async () => {
    const page = await visit('/admin/settings', admin)
    await tabTo(page, page.getByRole('textbox', { name: 'Accent colour' }))
    await use(page, 'Choose a logo', 'Tab')
    expect(await button(page, 'Save').count()).toBe(0)
    await page.goto(`${app.url}/admin/settings?tab=platforms`)
    await use(page, 'Edit Facebook')
    await page.getByRole('dialog', { name: 'Edit Facebook' }).waitFor()
    await press(page, 'Escape')
    await expect.poll(() => named(page)).toBe('Edit Facebook')
  })

  it('moves the focus to the neighbour of a removed element', async () => {
    const consents = { workshopConsent: true, socialMediaConsents: [1, 2] }
    const { owner } = await ownGroup(app, { images: 1, parts: { metadata: { title: 'Posted' }, consents } })
    for (const platformId of [1, 2])
      await owner.send('PUT', '/consents', { consentType: 'platform', action: 'revoke', platformId })
    const page = await visit('/admin/takedowns', admin)
    await tabTo(page, page.getByRole('checkbox', { name: /^Facebook, Posted/ }))
    await press(page, 'Space')
    await page.getByText('Marked as done.').waitFor()
    await focusKept(page)
  })
})

describe('what a screen reader reads', () => {
  const treeOf = (page: Page, part = 'body') => page.locator(part).ariaSnapshot()

  it('the upload page: landmarks, headings, labels and missing fields', async () => {
    const page = await visit('/')
    const files = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo }
    await page.locator('input[type=file][multiple]').first().setInputFiles(files)
    await page.getByRole('checkbox', { name: 'Show on Instagram' }).waitFor()
    const tree = await treeOf(page)
    for (const line of [
      '- banner',
      '- main',
      '- heading "Show what you made." [level=1]',
      'button "Enlarge photo 1: a.jpg"',
      '- button "Choose photos"',
      '- heading "Add a few words" [level=2]',
      '- textbox "Title"',
      '- textbox "Your name"',
      '- textbox "Year"',
      '- textbox "Description"',
      '- heading "Your consent" [level=2]',
      '- button "Send one photo" [disabled]',
    ])
      expect(tree).toContain(line)
    expect(tree).toMatch(/- checkbox "Yes, show my photos in the workshop\.[^"]*"(?! \[checked\])/)
    const send = button(page, 'Send one photo')
    expect(
      await send.evaluate(
        (one) => one.ownerDocument.getElementById(String(one.getAttribute('aria-describedby')))?.textContent,
      ),
    ).toContain('your consent for the workshop')
  })

  it('progress and errors are announced', async () => {
    const page = await visit('/')
    await page
      .locator('input[type=file][multiple]')
      .first()
      .setInputFiles([
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') },
        { name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo },
      ])
    await page.getByRole('alert').getByText('notes.txt').waitFor()
    await page.getByRole('checkbox', { name: 'Yes, show my photos in the workshop.' }).press('Space')
    const said: string[] = []
    await page.exposeFunction('heard', (text: string) => said.push(text))
    await page.evaluate(`new MutationObserver(() => {
      for (const one of document.querySelectorAll('[aria-live=polite], [role=status]')) window.heard(one.textContent)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
    await button(page, 'Send one photo').press('Enter')
    await page.getByRole('heading', { name: /^Thank you/ }).waitFor()
    await expect.poll(() => said.join(' ')).toMatch(/0% sent|Everything arrived/)
    expect(await page.getByRole('main').count()).toBe(1)
  })

  it('the queue: one heading, the states, every group with its name and buttons', async () => {
    await titled('A stool')
    const page = await visit('/admin/moderation', admin)
    await page.getByRole('heading', { name: 'A stool' }).waitFor()
    const tree = await treeOf(page)
    for (const line of [
      '- navigation "Admin pages"',
      '- heading "Moderation" [level=1]',
      '- navigation "Groups by state"',
      '- searchbox "Search title, name, text, file or ID"',
      '- list "Groups"',
      '- checkbox "Select A stool"',
      '- heading "A stool" [level=2]',
      '- button "Approve"',
    ])
      expect(tree).toContain(line)
  })
})
