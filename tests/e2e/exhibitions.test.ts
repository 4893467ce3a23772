import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { loginAsAdmin, loginAsModerator, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { adminPages, heading } from '#tests/support/pages/admin-pages.ts'
import { uploadGroup } from '#tests/support/upload.ts'

const { app, visit, titled } = adminPages()

const listed = async (admin: Session) => (await ask(admin, 'listExhibitions')).exhibitions
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const theSwitch = (page: Page) => page.getByRole('combobox', { name: 'Exhibition' })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Admin pages' })

describe('the page of exhibitions', () => {
  it('adds one by keyboard, from the settings', async () => {
    const admin = await loginAsAdmin(app())
    const page = await visit({ session: admin, path: '/admin/settings?tab=rules' })
    await page.getByRole('link', { name: 'Add another occasion' }).press('Enter')
    await heading(page, 'Exhibitions').waitFor()
    await field(page, 'Name').focus()
    await page.keyboard.type('Frühlingsfest im Hof')
    // Chromium's fields are in the language of its own menus.
    for (const [label, typed] of [
      ['Photos from', '050120270900AM'],
      ['Photos until', '053120270600PM'],
    ] as const) {
      await field(page, label).focus()
      await page.keyboard.type(typed)
    }
    await page.keyboard.press('Enter')
    await heading(page, 'Frühlingsfest im Hof').waitFor()
    await page.getByText('/e/fruehlingsfest-im-hof').waitFor()
    expect(await page.getByRole('link', { name: 'Slideshow' }).getAttribute('href')).toBe(
      '/slideshow?exhibition=fruehlingsfest-im-hof',
    )
    expect((await listed(admin))[0]).toMatchObject({
      name: 'Frühlingsfest im Hof',
      opensAt: '2027-05-01T07:00:00.000Z',
      closesAt: '2027-05-31T16:00:00.000Z',
    })
    await navigation(page).getByRole('link', { name: 'Exhibitions' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Poster' }).click()
    await page.getByRole('img', { name: /\/e\/fruehlingsfest-im-hof$/ }).waitFor()
    await page.getByRole('img', { name: 'In a photo you’d like removed?' }).waitFor()
  })

  it('takes back the choice of the one to copy; copies one, ends it and deletes it while it is empty', async () => {
    const admin = await loginAsAdmin(app())
    const source = await addExhibition(admin, {
      name: 'Class 4a',
      texts: { welcomeText: { de: 'Hallo' } },
      accessCode: 'abc4',
      platformIds: [1],
      deletedAfterDays: 30,
    })
    const page = await visit({ session: admin, path: '/admin/exhibitions' })
    await field(page, 'Name').fill('New fair')
    await field(page, 'Texts and rules as in').selectOption('Class 4a')
    await field(page, 'Texts and rules as in').selectOption('the settings')
    await button(page, 'Add exhibition').click()
    await heading(page, 'New fair').waitFor()
    expect((await listed(admin))[0]).toMatchObject({ slug: 'new-fair', accessCode: null })

    await navigation(page).getByRole('link', { name: 'Exhibitions' }).click()
    await field(page, 'Name').fill('Class 4b')
    await field(page, 'Texts and rules as in').selectOption('Class 4a')
    await button(page, 'Add exhibition').click()
    await heading(page, 'Class 4b').waitFor()
    const { texts, accessCode, platformIds, deletedAfterDays } = source
    expect((await listed(admin))[0]).toMatchObject({
      slug: 'class-4b',
      texts,
      accessCode,
      platformIds,
      deletedAfterDays,
    })

    await button(page, 'End now').click()
    await page.getByRole('dialog').getByText('Within two seconds').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
    await page.getByText(/^Ended on/).waitFor()
    expect((await listed(admin))[0]).toMatchObject({ slug: 'class-4b', isEnded: true })

    await button(page, 'Delete').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await heading(page, 'Exhibitions').waitFor()
    expect((await listed(admin)).map(({ name }) => name)).toEqual(['New fair', 'Class 4a', 'Werkschau'])
  })

  it('says at the field what is wrong, and keeps one that holds groups', async () => {
    const admin = await loginAsAdmin(app())
    const { id, slug } = await addExhibition(admin, { name: 'Class 5' })
    await uploadGroup(app(), { parts: { exhibition: slug } })
    const page = await visit({ session: admin, path: '/admin/exhibitions' })
    await field(page, 'Name').fill('Another')
    await page.getByLabel('Word in the address').fill(slug)
    await button(page, 'Add exhibition').click()
    await expect.poll(() => page.getByLabel('Word in the address').getAttribute('aria-invalid')).toBe('true')
    await page.getByText('Another exhibition has or had this address.', { exact: false }).waitFor()
    await page.getByLabel('Word in the address').fill('another')
    await field(page, 'Photos from').fill('2027-05-02T10:00')
    await field(page, 'Photos until').fill('2027-05-01T10:00')
    await button(page, 'Add exhibition').click()
    await expect.poll(() => field(page, 'Photos until').getAttribute('aria-invalid')).toBe('true')
    expect(await listed(admin)).toHaveLength(2)
    await page.goto(`${app().url}/admin/exhibitions/${id}`)
    await page.getByText('It can only be deleted once it holds no photos', { exact: false }).waitFor()
    expect(await button(page, 'Delete').count()).toBe(0)
  })

  it('shows another’s change in place and keeps what was typed, also while it saves', async () => {
    const admin = await loginAsAdmin(app())
    const { id } = await addExhibition(admin, { name: 'Class 6' })
    const page = await visit({ session: admin, path: `/admin/exhibitions/${id}` })
    await field(page, 'Access code').fill('Mensa26')
    await changeExhibition(admin, id, { name: 'Class 6b' })
    await button(page, 'Save').click()
    await page.getByText('Somebody has changed this exhibition', { exact: false }).waitFor()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Class 6b')
    await button(page, 'Save my changes').click()
    await page.getByText('“Class 6b” has been saved.').waitFor()
    expect((await listed(admin))[0]).toMatchObject({ name: 'Class 6b', accessCode: 'Mensa26' })

    await field(page, 'Access code').fill('Mensa27')
    await page.route(`**/api/admin/exhibitions/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await field(page, 'Name').fill('Class 6c')
      await route.continue()
    })
    await button(page, 'Save').click()
    await expect.poll(async () => (await listed(admin))[0]?.accessCode).toBe('Mensa27')
    await button(page, 'Save').click()
    await page.getByText('“Class 6c” has been saved.').waitFor()
    expect((await listed(admin))[0]).toMatchObject({ name: 'Class 6c', accessCode: 'Mensa27' })
  })

  it('are ticked for an account that is limited to them, however late they are loaded', async () => {
    const admin = await loginAsAdmin(app())
    const moderator = await loginAsModerator(app())
    const { id, name } = await addExhibition(admin)
    const path = `/api/admin/users/${moderator.user.id}`
    await admin.fetch(path, { method: 'PATCH', json: { exhibitionIds: [id] } })
    const page = await visit({ session: admin })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/admin/exhibitions', (route) => released.then(() => route.continue()))
    await page.goto(`${app().url}/admin/accounts/${moderator.user.id}`)
    await heading(page, moderator.user.username).waitFor()
    release()
    await page.getByRole('checkbox', { name }).waitFor()
    expect(await page.getByRole('checkbox', { name }).isChecked()).toBe(true)
  })

  it.each([
    ['de-DE', 'Fotos ab', 'Speichern'],
    ['en-US', 'Photos from', 'Save'],
    ['ar', 'Photos from', 'Save'],
  ])('takes times of the workshop in %s', async (locale, label, save) => {
    const admin = await loginAsAdmin(app())
    const { id } = await addExhibition(admin, { opensAt: '2026-10-31T08:00:00.000Z' })
    const page = await visit({ session: admin, path: `/admin/exhibitions/${id}`, locale })
    expect(await field(page, label).inputValue()).toBe('2026-10-31T09:00')
    await field(page, label).fill('2026-11-01T09:00')
    await button(page, save).click()
    await expect.poll(async () => (await listed(admin))[0]?.opensAt).toBe('2026-11-01T08:00:00.000Z')
  })
})

describe('times on the days when the clocks change', () => {
  const elsewhere = { timezoneId: 'America/New_York' }

  it('are on every page as they were typed, on a device in another time zone', async () => {
    const admin = await loginAsAdmin(app())
    const page = await visit({ session: admin, path: '/admin/exhibitions', ...elsewhere })
    await field(page, 'Name').fill('Spring to autumn')
    await field(page, 'Photos from').fill('2026-03-29T03:00')
    await field(page, 'Photos until').fill('2026-10-25T01:59')
    await button(page, 'Add exhibition').click()
    await heading(page, 'Spring to autumn').waitFor()
    await field(page, 'Shown until').fill('2027-03-28T01:59')
    await button(page, 'Save').click()
    await page.getByText('“Spring to autumn” has been saved.').waitFor()
    const stored = {
      opensAt: '2026-03-29T01:00:00.000Z',
      closesAt: '2026-10-24T23:59:00.000Z',
      endsAt: '2027-03-28T00:59:00.000Z',
    }
    expect((await listed(admin))[0]).toMatchObject(stored)
    await page.reload()
    const shown = ['Photos from', 'Photos until', 'Shown until'].map((label) => field(page, label).inputValue())
    expect(await Promise.all(shown)).toEqual(['2026-03-29T03:00', '2026-10-25T01:59', '2027-03-28T01:59'])
    await page.goto(`${app().url}/admin/exhibitions`)
    const row = page.getByRole('row').filter({ hasText: 'Spring to autumn' })
    for (const time of ['29 Mar 2026, 03:00 CEST', '25 Oct 2026, 01:59 CEST', '28 Mar 2027, 01:59 CET'])
      await row.getByText(time).waitFor()
    const door = await visit({ path: '/e/spring-to-autumn', ...elsewhere })
    await door.getByText('25 October 2026 at 01:59 CEST').waitFor()
  })

  it('do not fall into the hour that is skipped: the field says so, and nothing changes', async () => {
    const admin = await loginAsAdmin(app())
    const { id, opensAt, revision } = await addExhibition(admin, { opensAt: '2026-03-01T08:00:00.000Z' })
    const page = await visit({ session: admin, path: `/admin/exhibitions/${id}`, ...elsewhere })
    await field(page, 'Photos from').fill('2026-03-29T02:30')
    await page.getByText('The clocks go forward on this day: this time doesn’t exist.').waitFor()
    await button(page, 'Save').click()
    await expect.poll(() => field(page, 'Photos from').evaluate((input) => input.matches(':focus'))).toBe(true)
    expect((await listed(admin))[0]).toMatchObject({ opensAt, revision })
    await field(page, 'Photos from').fill('2026-03-29T03:30')
    await button(page, 'Save').click()
    await expect.poll(async () => (await listed(admin))[0]?.opensAt).toBe('2026-03-29T01:30:00.000Z')
  })
})

describe('the switch of exhibitions', () => {
  it('asks for one exhibition, also after a reload, and for all once it is deleted', async () => {
    const admin = await loginAsAdmin(app())
    const { id, slug, name } = await addExhibition(admin)
    await titled('A stool')
    const page = await visit({ session: admin, path: '/admin/moderation' })
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/admin/groups') asked.push(searchParams.get('exhibition'))
    })
    await theSwitch(page).selectOption(name)
    await expect.poll(() => asked.at(-1)).toBe(slug)
    await page.reload()
    await expect.poll(() => theSwitch(page).inputValue()).toBe(slug)
    expect(asked.at(-1)).toBe(slug)
    await ask(admin, 'deleteExhibition', { params: { id } })
    await page.reload()
    await expect.poll(() => asked.at(-1)).toBeNull()
    expect(await theSwitch(page).count()).toBe(0)
  })
})

describe('moving groups', () => {
  it('moves the chosen groups of the list, and the one of a page back', async () => {
    const admin = await loginAsAdmin(app())
    const { id, name } = await addExhibition(admin, { name: 'Class 7' })
    const { groupId } = await titled('A stool')
    const page = await visit({ session: admin, path: '/admin/moderation' })
    const card = page.getByRole('listitem').filter({ hasText: 'A stool' })
    await card.getByText('Werkschau').waitFor()
    await page.getByRole('checkbox', { name: 'A stool' }).check()
    await button(page, 'Move').click()
    await page.getByLabel('To this exhibition').selectOption(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await card.getByText(name).waitFor()
    expect((await listed(admin)).find((each) => each.id === id)?.counts.pending).toBe(1)

    await page.goto(`${app().url}/admin/moderation/${groupId}`)
    await button(page, 'Move').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText('A group is now in “Werkschau”.').waitFor()
    expect((await listed(admin)).find((each) => each.id === id)?.counts.pending).toBe(0)
  })

  it('is not offered while there is one exhibition, and no switch nor list of them; nor to moderators', async () => {
    const admin = await loginAsAdmin(app())
    const { groupId } = await titled('A stool')
    const path = `/admin/moderation/${groupId}`
    const alone = await visit({ session: admin, path })
    await Promise.all([alone.waitForResponse('**/api/admin/exhibitions'), alone.reload()])
    await button(alone, 'Approve').waitFor()
    expect(await button(alone, 'Move').count()).toBe(0)
    expect(await theSwitch(alone).count()).toBe(0)
    expect(await navigation(alone).getByRole('link', { name: 'Exhibitions' }).count()).toBe(0)
    await addExhibition(admin)
    const page = await visit({ session: await loginAsModerator(app()), path })
    await theSwitch(page).waitFor()
    await button(page, 'Approve').waitFor()
    expect(await button(page, 'Move').count()).toBe(0)
  })
})
