import { describe, expect, it } from 'vitest'
import { adminCredentials, login, loginAsAdmin, loginAsNew, post } from '#tests/support/admin.ts'
import { addExhibition } from '#tests/support/exhibitions.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { adminPages, heading } from '#tests/support/pages/admin-pages.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { bodyOf, publish } from '#tests/support/upload.ts'

const { app, visit, titled } = adminPages()

describe('the first visit of an admin', () => {
  it('sets up the first account, shows the configuration, logs out and in again', async () => {
    const page = await visit()
    await heading(page, 'Set up Werkschau').waitFor()
    await page.getByLabel('User name').fill(adminCredentials.username)
    await page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await heading(page, 'Overview').waitFor()
    await page.getByText('Nobody is notified').waitFor()
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

    // As if the session had ended elsewhere: a request that is still to come says so, else the click does.
    await page.context().clearCookies()
    const ended = () => page.getByText('Your session has ended.', { exact: false }).waitFor()
    await Promise.any([
      ended(),
      page
        .getByRole('link', { name: /Moderation/ })
        .click()
        .then(ended),
    ])
  })

  it('requires a new password before anything else', async () => {
    const admin = await loginAsAdmin(app())
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
})

describe('the other admin pages', () => {
  it('from the press to the takedown: a group is downloaded, posted, withdrawn and removed', async () => {
    const session = await loginAsAdmin(app())
    const consents = { workshopConsent: true, socialMediaConsents: [1] }
    const { groupId, owner } = await titled('A stool', { consents })
    await titled('A lamp', { consents })
    await publish(app(), groupId)
    const page = await visit({ path: '/admin/press', session })
    await page.getByRole('heading', { name: 'One group' }).waitFor()
    await page.getByRole('checkbox', { name: 'Choose A stool' }).check()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download 2 photos (ZIP)' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^facebook-.*\.zip$/)
    await page.getByRole('button', { name: 'Record a post' }).click()
    await page.getByLabel('Address of the post').fill('https://social.example/p/1')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Posted/ }).waitFor()
    await owner.send('PUT', '/consents', { consentType: 'platform', action: 'revoke', platformId: 1 })
    await page.getByText('No approved group has a consent for this platform.').waitFor()
    await page.getByRole('link', { name: /^Still to remove\s*1/ }).click()
    const post = page.getByRole('link', { name: 'Open the post' })
    expect(await post.getAttribute('href')).toBe('https://social.example/p/1')
    await page.getByRole('checkbox', { name: /A stool: removed/ }).click()
    await page.getByText('Nothing to remove.').waitFor()
    const takedowns = () => app().app.deps.database.takedowns.list({ scope: 'all', done: true })
    await expect.poll(takedowns).toMatchObject([{ title: 'A stool', takenDown: { by: adminCredentials.username } }])
  })

  it('creates an account; an auditor sees the logs and nothing else', async () => {
    const page = await visit({ path: '/admin/accounts', session: await loginAsAdmin(app()) })
    await page.getByLabel('User name').fill('olga')
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('for the auditor')
    await page.getByLabel('Role').selectOption('auditor')
    await page.getByRole('checkbox', { name: /own password/ }).uncheck()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('cell', { name: 'olga' }).waitFor()

    const auditor = await login(app(), { username: 'olga', password: 'for the auditor' })
    const hers = await visit({ session: auditor })
    await heading(hers, 'Deletion log').waitFor()
    const navigation = hers.getByRole('navigation', { name: 'Admin pages' }).first()
    const links = () => navigation.getByRole('link').allTextContents()
    await expect.poll(links).toEqual(['Logs'])
    const tabs = hers.getByRole('navigation', { name: 'Logs' }).getByRole('link')
    expect(await tabs.allTextContents()).toEqual(['Deletion log', 'Link log', 'What the team did'])
  })

  it('filters consents by the URL, exports them and finds audit entries', async () => {
    const session = await loginAsAdmin(app())
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
    await page.getByRole('link', { name: 'Link log' }).click()
    await page.getByLabel(/^Search/).fill(groupId)
    await page.getByRole('cell', { name: 'Viewed' }).waitFor()
  })

  it('finds what is typed into the middle of a search, and takes its days from the keyboard', async () => {
    const page = await visit({ path: '/admin/deletion-log', session: await loginAsAdmin(app()) })
    for (const log of ['Link log', 'What the team did']) {
      await page.getByRole('link', { name: log }).click()
      await heading(page, log).waitFor()
      const search = page.getByLabel(/^Search/)
      await search.focus()
      await page.keyboard.type('abcd')
      for (const key of ['ArrowLeft', 'ArrowLeft', 'X', 'Y']) await page.keyboard.press(key)
      await expect.poll(() => page.url()).toContain('Y')
      expect(await search.inputValue()).toBe('abXYcd')
    }
    const day = page.getByLabel('From', { exact: true })
    await day.focus()
    // Chromium's fields are in the language of its own menus.
    await page.keyboard.type('11022026')
    await expect.poll(() => page.url()).toContain('from=2026-11-02')
    expect(await day.inputValue()).toBe('2026-11-02')
  })

  it('asks before the browser leaves the settings with what is typed, and not once it is saved', async () => {
    const page = await visit({ path: '/admin/settings', session: await loginAsAdmin(app()) })
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    const name = page.getByLabel('Name of the site')
    await name.click()
    await page.keyboard.type('Typed')
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await page.reload()
    await name.waitFor()
    expect(asked).toEqual(['beforeunload'])
    await name.click()
    await page.keyboard.type('Saved')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await page.reload()
    await name.waitFor()
    expect(asked).toHaveLength(1)
  })

  it('keeps a setting that is typed while another is saved', async () => {
    const page = await visit({ path: '/admin/settings', session: await loginAsAdmin(app()) })
    const name = page.getByLabel('Name of the site')
    await name.fill('Workshop')
    await page.route('**/api/admin/settings', async (route) => {
      if (route.request().method() === 'PATCH') await name.fill('Workshop by the lake')
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').first().waitFor()
    expect(await name.inputValue()).toBe('Workshop by the lake')
  })

  it('keeps what was typed on another page, and when the session ends, for the same person alone', async () => {
    const session = await loginAsAdmin(app())
    const { id } = await addExhibition(session)
    await loginAsNew(app(), { username: 'olga', role: 'admin' })
    const page = await visit({ path: '/admin/settings?tab=texts', session })
    const logIn = async (username: string) => {
      await page.getByLabel('User name').fill(username)
      await page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
      await page.keyboard.press('Enter')
    }
    const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
    const typed = async () => {
      const welcome = page.getByLabel('Welcome text')
      await link('Settings').click()
      await link('Texts').click()
      await welcome.waitFor()
      const settings = await welcome.inputValue()
      await link('Exhibitions').click()
      await page.locator(`a[href$="/exhibitions/${id}"]`).click()
      await welcome.waitFor()
      return [settings, await welcome.inputValue()]
    }
    await page.getByLabel('Welcome text').fill('Come in.')
    await typed()
    await page.getByLabel('Welcome text').fill('Come in, class!')
    expect(await typed()).toEqual(['Come in.', 'Come in, class!'])
    await session.fetch('/auth/logout', { method: 'POST' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await logIn('olga')
    expect(await typed()).toEqual(['', ''])
    await page.context().clearCookies()
    await link('Logs').click()
    await logIn(adminCredentials.username)
    expect(await typed()).toEqual(['Come in.', 'Come in, class!'])
    await page.getByRole('button', { name: 'Log out' }).click()
    await logIn(adminCredentials.username)
    expect(await typed()).toEqual(['', ''])
  })

  it.each([
    { way: ['Exhibitions'], fields: { Name: 'Night of the workshops' }, submit: 'Add exhibition' },
    { way: ['Screens'], fields: { 'Code on the screen': '', Name: 'Entrance' }, submit: 'Pair' },
    { way: ['Settings', 'Accounts'], fields: { 'User name': 'olga' }, secret: 'Password', submit: 'Create account' },
    { way: ['Settings', 'Accounts', 'Manage staff links'], fields: { Name: 'Mira' }, submit: 'Make link' },
  ])('keeps what is typed for something new until it is there: $submit', async ({ way, fields, secret, submit }) => {
    const session = await loginAsAdmin(app())
    await addExhibition(session)
    const page = await visit({ path: '/admin/deletion-log', session })
    const field = (label: string) => page.locator('main').getByRole('textbox', { name: label, exact: true })
    const come = async () => {
      for (const name of way) await page.getByRole('link', { name, exact: true }).first().click()
      await page.getByRole('button', { name: submit, exact: true }).waitFor()
    }
    const values = () => Promise.all(Object.keys(fields).map((label) => field(label).inputValue()))
    const { code } = await bodyOf<{ code: string }>(await post(app(), '/api/slideshow/pairings', {}))
    const typed = Object.entries(fields).map(([label, text]) => [label, text || code] as const)
    const texts = typed.map(([, text]) => text)
    await come()
    for (const [label, text] of typed) await field(label).fill(text)
    if (secret) await field(secret).fill(adminCredentials.password)
    await page.getByRole('link', { name: 'Logs', exact: true }).first().click()
    await heading(page, 'Deletion log').waitFor()
    await come()
    expect(await values()).toEqual(texts)
    await page.context().clearCookies()
    const ended = () => heading(page, 'Log in').waitFor()
    await Promise.any([
      ended(),
      page
        .getByRole('link', { name: /Moderation/ })
        .first()
        .click()
        .then(ended),
    ])
    await page.getByLabel('User name').fill(adminCredentials.username)
    await page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
    await page.keyboard.press('Enter')
    await come()
    expect(await values()).toEqual(texts)
    if (secret) {
      expect(await field(secret).inputValue()).toBe('')
      await field(secret).fill('for the next account')
    }
    await page.getByRole('button', { name: submit, exact: true }).click()
    await page
      .locator('main :visible')
      .getByText(texts.at(-1) ?? '')
      .first()
      .waitFor()
    await come()
    await expect.poll(values).toEqual(texts.map(() => ''))
  })

  it('renames the site and a platform without a restart, and undoes the last change', async () => {
    const session = await loginAsAdmin(app())
    const page = await visit({ path: '/admin/settings', session })
    await page.getByLabel('Name of the site').fill('Workshop by the lake')
    await page.getByLabel('Accent colour').fill('#0044aa')
    const tab = (name: string) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
    await tab('Rules')
    await page.getByLabel('Treat every device as shared').check()
    await tab('Texts')
    await page.getByLabel('Imprint').fill('Workshop e. V., Lakeside 1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').first().waitFor()
    await page.getByRole('link', { name: 'Workshop by the lake' }).waitFor()
    await expect.poll(() => page.title()).toBe('Settings · Workshop by the lake')
    await expect.poll(() => page.locator('#site-colours').count()).toBe(1)
    await tab('Platforms')
    await page.getByRole('button', { name: 'Edit Facebook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Facebook' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Our Facebook page')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('switch', { name: 'Our Facebook page' }).waitFor()
    const up = page.getByRole('button', { name: 'Move Instagram up' })
    await up.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Instagram: place 1 of 4').waitFor({ state: 'attached' })
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Move Instagram up')
    const visitor = await visit({ path: '/' })
    await visitor.getByText('Nothing stays on this device', { exact: false }).waitFor()
    const photo = { name: 'stool.jpg', mimeType: 'image/jpeg', buffer: await makeImage() }
    const choose = () => visitor.locator('input[type=file][multiple]').first().setInputFiles(photo)
    await choose()
    await visitor.getByText('Our Facebook page').first().waitFor()
    const ticks = await visitor.locator('fieldset label').allTextContents()
    expect(ticks).toEqual([/Instagram/, /Our Facebook/, /TikTok/].map((name) => expect.stringMatching(name)))
    expect(await visitor.title()).toContain('Workshop by the lake')
    await visitor.getByRole('link', { name: 'Imprint' }).click()
    await visitor.getByText('Lakeside 1').waitFor()
    await visitor.goBack()

    await tab('Backup')
    const newer = Buffer.from('{"settings":{"siteFont":"Futura"},"logo":null}')
    const file = { name: 'settings.json', mimeType: 'application/json', buffer: newer }
    const chooser = page.locator('input[type=file][accept="application/json"]')
    await chooser.setInputFiles(file)
    await page.getByText('This version has no setting “siteFont”.', { exact: false }).waitFor()
    // Otherwise the browser would not report the same file when it is chosen again.
    expect(await chooser.inputValue()).toBe('')

    await page.getByRole('button', { name: 'Undo the last change' }).click()
    await tab('Look')
    await expect.poll(() => page.getByLabel('Name of the site').inputValue()).toBe('')
    await page.getByRole('link', { name: 'Werkschau' }).waitFor()
    expect(await page.locator('#site-colours').count()).toBe(0)
    await visitor.reload()
    await choose()
    await visitor.getByText('Our Facebook page').first().waitFor()
    expect(await visitor.title()).not.toContain('Workshop by the lake')
    expect(await visitor.getByText('Nothing stays on this device', { exact: false }).count()).toBe(0)
  })

  it('runs the cleanup after a confirmation, and promises no warning that nobody receives', async () => {
    const session = await loginAsAdmin(app())
    const { database } = app().app.deps
    // Without any group the overview is that of a new installation.
    await titled('A stool')
    const [group] = await seedGroups(database, [{ uploadDate: '2020-01-01T00:00:00.000Z' }])
    const page = await visit({ path: '/admin/cleanup', session })
    await page.waitForURL('**/admin')
    await page.getByRole('heading', { name: 'One group would be deleted now' }).waitFor()
    await page.getByRole('button', { name: 'Send the warning to the team' }).click()
    await page.getByText('The warning wasn’t sent. Neither chat nor e-mail nor a webhook is set up.').waitFor()
    await page.getByRole('button', { name: 'Clean up now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No group is old enough', { exact: false }).waitFor()
    expect(await database.groups.find(String(group?.groupId))).toBeUndefined()
  })
})
