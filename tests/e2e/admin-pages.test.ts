import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminCredentials, login, loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let browser: Browser
let app: TestApp
const contexts: BrowserContext[] = []
const complaints: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  app = await startApp()
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  await app[Symbol.asyncDispose]()
  expect(complaints.splice(0)).toEqual([])
})

interface Visit {
  readonly path?: string
  readonly session?: Session
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: string
}

/** A browser with a page open, logged in when there is a session. What the browser complains about fails the test. */
async function visit({ path = '/admin', session, width = 1_280, colorScheme = 'light', locale = 'en-GB' }: Visit = {}) {
  const context = await browser.newContext({ viewport: { width, height: 844 }, locale, colorScheme })
  contexts.push(context)
  if (session) await context.addCookies([{ name: 'sid', value: session.cookie.replace('sid=', ''), url: app.url }])
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to|Warning:/.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).host !== new URL(app.url).host)
      complaints.push(`A request to ${request.url()}`)
  })
  await page.goto(`${app.url}${path}`)
  return page
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const titled = (title: string, more: object = {}) =>
  ownGroup(app, { images: 2, approved: false, parts: { metadata: { title }, ...more } })
const isApproved = async (groupId: string) => (await app.app.deps.database.groups.find(groupId))?.isApproved
const titles = (page: Page) => page.getByRole('list', { name: 'Groups' }).getByRole('heading').allTextContents()
const focused = (page: Page) => page.locator(':focus').first().textContent()

describe('the first visit of an admin', () => {
  it('sets up the first account, shows what is configured, logs out and in again', async () => {
    const page = await visit()
    await heading(page, 'Set up Werkschau').waitFor()
    await page.getByLabel('User name').fill(adminCredentials.username)
    await page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await heading(page, 'Overview').waitFor()
    await page.getByText('No chat bot', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await heading(page, 'Log in').waitFor()
    await page.getByLabel('User name').fill(adminCredentials.username)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Wrong user name or password.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
    await page.keyboard.press('Enter')
    await heading(page, 'Overview').waitFor()
    await page.reload()
    await heading(page, 'Overview').waitFor()
  })

  it('has a given password changed before anything else', async () => {
    const admin = await loginAsAdmin(app)
    const json = { username: 'mira', password: 'from somebody', requirePasswordChange: true }
    await admin.fetch('/api/admin/users', { method: 'POST', json })
    const page = await visit({ path: '/admin/moderation' })
    await page.getByLabel('User name').fill('mira')
    await page.getByLabel('Password', { exact: true }).fill(json.password)
    await page.keyboard.press('Enter')
    await heading(page, 'Choose your own password').waitFor()
    await page.getByLabel('Current password', { exact: true }).fill(json.password)
    await page.getByLabel('New password', { exact: true }).fill('chosen by Mira')
    await page.getByRole('button', { name: 'Change password' }).click()
    await heading(page, 'Moderation').waitFor()
  })

  it('leads back to the login when the session has ended', async () => {
    const session = await loginAsAdmin(app)
    const page = await visit({ session })
    await heading(page, 'Overview').waitFor()
    await session.fetch('/auth/logout', { method: 'POST' })
    await page.getByRole('link', { name: /Moderation/ }).click()
    await page.getByText('Your session has ended.', { exact: false }).waitFor()
  })
})

describe('the moderation queue', () => {
  it('approves, takes back and deletes by keyboard alone; the next group takes the place', async () => {
    const session = await loginAsAdmin(app)
    const [one, two, three] = [await titled('One'), await titled('Two'), await titled('Three')]
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'One' }).waitFor()
    expect(await titles(page)).toEqual(['One', 'Two', 'Three'])

    await page.keyboard.press('j')
    expect(await focused(page)).toBe('One')
    await page.keyboard.press('a')
    await expect.poll(() => focused(page)).toBe('Two')
    expect(await titles(page)).toEqual(['Two', 'Three'])
    await expect.poll(() => isApproved(one.groupId)).toBe(true)

    await page.keyboard.press('z')
    // As if it had never been approved (D46): the cleanup deletes it first.
    await expect.poll(() => titles(page)).toEqual(['One', 'Two', 'Three'])
    await expect.poll(() => isApproved(one.groupId)).toBe(false)
    expect(await focused(page)).toBe('One')
    await page.keyboard.press('j')

    await page.keyboard.press('d')
    await page.getByRole('dialog', { name: 'Delete “Two”?' }).waitFor()
    await page.keyboard.press('y')
    await expect.poll(() => focused(page)).toBe('Three')
    await expect.poll(() => app.app.deps.database.groups.find(two.groupId)).toBeUndefined()

    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/moderation/${three.groupId}`)
  })

  it('takes back what was done last, also before its answer has come', async () => {
    const session = await loginAsAdmin(app)
    const [first, second] = [await titled('First'), await titled('Second')]
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'Second' }).waitFor()
    await page.route('**/api/admin/groups/bulk', async (route) => {
      await sleep(300)
      await route.continue()
    })
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await expect.poll(() => isApproved(first.groupId)).toBe(true)
    await expect.poll(() => focused(page)).toBe('Second')
    await page.keyboard.press('a')
    await page.keyboard.press('z')
    await page.getByText('Undone for one group.').first().waitFor()
    expect([await isApproved(first.groupId), await isApproved(second.groupId)]).toEqual([true, false])
  })

  it('keeps to itself what is typed, and finds groups; the address has the filter', async () => {
    const session = await loginAsAdmin(app)
    const stool = await titled('A stool')
    await titled('Lamp')
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'Lamp' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('a sto')
    await expect.poll(() => titles(page)).toEqual(['A stool'])
    expect(page.url()).toContain('q=a')
    expect(await isApproved(stool.groupId)).toBe(false)
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(['A stool'])
    await page
      .getByRole('navigation', { name: 'Groups by state' })
      .getByRole('link', { name: /Approved/ })
      .click()
    await page.getByRole('heading', { name: 'No matching groups' }).waitFor()
    const here = page.getByRole('navigation', { name: 'Groups by state' }).locator('[aria-current]')
    expect(await here.allTextContents()).toEqual([expect.stringContaining('Approved')])
  })

  it('approves all of a selection at once and undoes it; ranges by Shift', async () => {
    const session = await loginAsAdmin(app)
    const groups = [await titled('One'), await titled('Two'), await titled('Three')]
    const approved = () => Promise.all(groups.map(({ groupId }) => isApproved(groupId)))
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'Three' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+J')
    await page.getByRole('region', { name: '2 groups selected' }).waitFor()
    await page.keyboard.press('Control+a')
    await page.getByRole('region', { name: '3 groups selected' }).waitFor()
    await page.keyboard.press('a')
    await page.getByRole('heading', { name: 'All done' }).waitFor()
    await expect.poll(approved).toEqual([true, true, true])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await titles(page)).toSorted()).toEqual(['One', 'Three', 'Two'])
    await expect.poll(approved).toEqual([false, false, false])
  })

  it('brings a group back and says so when the server does not answer', async () => {
    const session = await loginAsAdmin(app)
    await titled('One')
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'One' }).waitFor()
    await page.route('**/api/admin/groups/bulk', (route) => route.abort())
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('The group is unchanged.', { exact: false }).waitFor()
    await expect.poll(() => titles(page)).toEqual(['One'])
  })

  it('confirms changes for good: no undo takes a group off display that was on it before', async () => {
    const session = await loginAsAdmin(app)
    const { groupId, owner } = await ownGroup(app, {
      images: 1,
      parts: { metadata: { title: 'A stool' }, consents: { workshopConsent: true, socialMediaConsents: [1] } },
    })
    const withdraw = () => owner.send('PUT', '/consents', { consentType: 'platform', action: 'revoke', platformId: 1 })
    await withdraw()
    const page = await visit({ path: '/admin/moderation?status=changed', session })
    await page.getByRole('heading', { name: 'A stool' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await page.getByText('Changes of one group confirmed.').waitFor()
    await page.getByRole('heading', { name: 'Nothing has changed' }).waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await page.keyboard.press('z')
    await page.getByText('There is nothing to undo.').waitFor({ state: 'attached' })
    expect(await isApproved(groupId)).toBe(true)

    // The same on the page of the group.
    await owner.send('PUT', '/consents', { consentType: 'platform', action: 'restore', platformId: 1 })
    await withdraw()
    await page.goto(`${app.url}/admin/moderation/${groupId}`)
    await page.getByRole('button', { name: 'Confirm changes' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('Changes of one group confirmed.').waitFor()
    await page.getByRole('button', { name: 'Confirm changes' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    expect(await isApproved(groupId)).toBe(true)
  })

  it('edits texts without leaving the queue', async () => {
    const session = await loginAsAdmin(app)
    const { groupId } = await titled('Stol')
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'Stol' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByLabel('Title', { exact: true }).fill('Stool')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Stool' }).waitFor()
    expect((await app.app.deps.database.groups.find(groupId))?.title).toBe('Stool')
  })
})

describe('the page of a group', () => {
  const orderOf = async (groupId: string) => (await app.app.deps.database.images.ofGroup(groupId)).map(({ id }) => id)

  it('saves order and captions as they are changed, shows photos large, deletes one and then the group', async () => {
    const session = await loginAsAdmin(app)
    const { groupId, imageIds } = await titled('A stool')
    const [first, second] = imageIds
    const page = await visit({ path: `/admin/moderation/${groupId}`, session })
    await heading(page, 'A stool').waitFor()

    await page.getByRole('button', { name: 'Move photo 1 back' }).click()
    await expect.poll(() => orderOf(groupId)).toEqual([second, first])
    await page.getByLabel('Caption of photo 1').fill('The frame')
    await page.keyboard.press('Tab')
    await expect
      .poll(async () => (await app.app.deps.database.images.ofGroup(groupId))[0]?.imageDescription)
      .toBe('The frame')

    await page.getByRole('button', { name: 'Enlarge photo 1' }).click()
    const large = page.getByRole('dialog', { name: 'Photos' })
    await large.getByText('The frame').waitFor()
    await page.keyboard.press('ArrowRight')
    await large.getByText('2 / 2').waitFor()
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => orderOf(groupId)).toEqual([first])
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await page.getByRole('dialog', { name: 'Delete “A stool”?' }).waitFor()
    await page.keyboard.press('y')
    await page.waitForURL('**/admin/moderation')
    expect(await app.app.deps.database.groups.find(groupId)).toBeUndefined()
  })

  it('shows the consents with their history, and edits the texts in place', async () => {
    const session = await loginAsAdmin(app)
    const { groupId, owner } = await titled('A stool', {
      consents: { workshopConsent: true, socialMediaConsents: [1] },
    })
    await owner.send('PUT', '/consents', { consentType: 'platform', action: 'revoke', platformId: 1 })
    const page = await visit({ path: `/admin/moderation/${groupId}`, session })
    await page.getByText('History, 3 entries').click()
    await page.getByText('with the management link').waitFor()
    await page.getByLabel('Title', { exact: true }).fill('A chair')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'A chair').waitFor()
    await page.keyboard.press('Escape')
  })

  it('does not call on display what its owner has withdrawn; long words do not widen the page', async () => {
    const session = await loginAsAdmin(app)
    const word = 'Donaudampfschifffahrtsgesellschaftskapitän'
    const { groupId, owner } = await ownGroup(app, {
      images: 1,
      parts: { metadata: { title: word.repeat(4), name: word.repeat(2) } },
    })
    const page = await visit({ path: `/admin/moderation/${groupId}`, session, width: 390 })
    await page.getByText('On display', { exact: true }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await page.reload()
    await page.getByText('Not on display', { exact: true }).waitFor()
  })

  it('says that a group is gone', async () => {
    const page = await visit({ path: '/admin/moderation/unknown', session: await loginAsAdmin(app) })
    await heading(page, 'This group no longer exists').waitFor()
  })
})

describe('the pages beside the queue', () => {
  it('marks what was taken down as done', async () => {
    const session = await loginAsAdmin(app)
    const consents = { workshopConsent: true, socialMediaConsents: [1] }
    const { owner } = await titled('A stool', { consents })
    await owner.send('PUT', '/consents', { consentType: 'platform', action: 'revoke', platformId: 1 })
    const page = await visit({ path: '/admin/takedowns', session })
    await page.getByRole('checkbox', { name: /A stool: removed/ }).click()
    await page.getByText('Nothing to remove.').waitFor()
    const takedowns = () => app.app.deps.database.takedowns.list({ done: true })
    await expect.poll(takedowns).toMatchObject([{ title: 'A stool', takenDown: { by: adminCredentials.username } }])
  })

  it('creates an account; an auditor sees the logs and nothing else', async () => {
    const page = await visit({ path: '/admin/accounts', session: await loginAsAdmin(app) })
    await page.getByLabel('User name').fill('olga')
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('for the auditor')
    await page.getByLabel('Role').selectOption('auditor')
    await page.getByRole('checkbox', { name: /own password/ }).uncheck()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('cell', { name: 'olga' }).waitFor()

    const auditor = await login(app, { username: 'olga', password: 'for the auditor' })
    const hers = await visit({ session: auditor })
    await heading(hers, 'Deletion log').waitFor()
    const navigation = hers.getByRole('navigation', { name: 'Admin pages' }).first()
    const links = () => navigation.getByRole('link').allTextContents()
    await expect.poll(links).toEqual(['Deletion log', 'Audit log', 'Slideshow'])
  })

  it('filters consents by the address, exports them and finds audit entries', async () => {
    const session = await loginAsAdmin(app)
    const { groupId, owner } = await titled('A stool', {
      consents: { workshopConsent: true, socialMediaConsents: [1] },
    })
    await titled('A lamp')
    await owner.view()
    const page = await visit({ path: '/admin/consents?platform=1', session })
    await page.getByRole('heading', { name: 'One group' }).waitFor()
    await page.getByRole('link', { name: 'A stool' }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^consents.*\.csv$/)
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByLabel(/^Search/).fill(groupId)
    await page.getByRole('cell', { name: 'Viewed' }).waitFor()
  })

  it('does not claim a warning that nobody gets', async () => {
    const session = await loginAsAdmin(app)
    await seedGroups(app.app.deps.database, [{ uploadDate: '2020-01-01T00:00:00.000Z' }])
    const page = await visit({ path: '/admin/cleanup', session })
    await page.getByRole('button', { name: 'Send the warning to the chat' }).click()
    await page.getByText('The warning wasn’t sent. No chat bot is set up.').waitFor()
  })

  it('runs the cleanup after a second question', async () => {
    const session = await loginAsAdmin(app)
    const { database } = app.app.deps
    const [group] = await seedGroups(database, [{ uploadDate: '2020-01-01T00:00:00.000Z' }])
    const page = await visit({ path: '/admin/cleanup', session })
    await page.getByRole('heading', { name: 'One group would be deleted now' }).waitFor()
    await page.getByRole('button', { name: 'Clean up now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No group is old enough', { exact: false }).waitFor()
    expect(await database.groups.find(String(group?.groupId))).toBeUndefined()
  })
})
