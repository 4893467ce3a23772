import { generate } from 'otplib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminCredentials, loginAsAdmin, loginAsNew } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { newDevice } from '#tests/support/pages/device.ts'
import { focusedDialog } from '#tests/support/pages/keyboard.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const { username, password } = adminCredentials
const minute = 60_000
const clock = fakeClock('2026-03-02T08:00:00.000Z')
let browser: Browser
let app: TestApp
let page: Page
let close: () => Promise<void>

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  app = await startApp({ overrides: { clock } })
  // The real one takes half a second of CPU.
  app.app.deps.passwords.rank = async (text) => ({ rank: text.length > 12 ? 4 : 1, advice: [] })
  const { cookie } = await loginAsAdmin(app)
  const { page: tab, context, complaints } = await newDevice(browser, { width: 1_280 })
  // Browsers create passkeys for host names, not for IP addresses.
  const url = app.url.replace('127.0.0.1', 'localhost')
  await context.addCookies([{ name: 'sid', value: cookie.replace('sid=', ''), url }])
  page = tab
  await page.goto(`${url}/admin/account`)
  close = async () => {
    await context.close()
    expect(complaints).toEqual([])
  }
})
afterEach(async () => {
  await close()
  await app[Symbol.asyncDispose]()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const codeAt = (secret: string) => generate({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
const open = (path: string) => page.goto(new URL(path, page.url()).href)

async function enterPassword() {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
async function logInAgain() {
  await button('Log out').first().click()
  await page.getByLabel('User name').fill(username)
  await enterPassword()
  await heading('One more step').waitFor()
}
async function keepCodes(): Promise<string[]> {
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = await page
    .getByRole('listitem')
    .filter({ has: page.locator('code') })
    .allTextContents()
  await button('I have stored the codes').click()
  return codes
}

describe('a password among the hundred most common', () => {
  it('is named after each login, until it is changed', async () => {
    const careless = { username: 'careless', password: 'Password1' }
    await (await loginAsAdmin(app)).fetch('/api/admin/users', { method: 'POST', json: careless })
    await button('Log out').first().click()
    await page.getByLabel('User name').fill(careless.username)
    await page.getByLabel('Password', { exact: true }).fill(careless.password)
    await page.keyboard.press('Enter')
    const note = page.getByText('Your password is one of the hundred most common ones.')
    await page.getByRole('link', { name: 'Choose another one' }).click()
    await heading('My account').waitFor()
    await page.getByLabel('Current password').fill(careless.password)
    await page.getByLabel('New password').fill('a password of the tests')
    await button('Change password').click()
    await note.waitFor({ state: 'detached' })
  })
})

describe('a second factor', () => {
  it('passkey: is added, renamed, used to log in and removed', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await button('Add a passkey').click()
    await page.getByRole('dialog').getByLabel('Name').fill('This machine')
    await button('Continue').click()
    expect(await keepCodes()).toHaveLength(10)
    await button('Rename This machine').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Workshop')
    await button('Save').click()
    await page.getByText('Workshop').waitFor()

    await logInAgain()
    await button('Use a passkey').click()
    await heading('My account').waitFor()

    await button('Remove Workshop').click()
    await page.getByRole('dialog').getByText('your only second factor').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('your password alone is not enough').waitFor()
  })

  it('authenticator app: set up, log in with its code, then with a recovery code; asks for the password if it was entered long ago', async () => {
    clock.advance(11 * minute)
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.reload()
    await button('Enter password').click()
    await enterPassword()
    await button('Set up an authenticator app').waitFor()
    expect(errors).toEqual([])
    await button('Set up an authenticator app').click()
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('Six digits that the app shows now').fill(await codeAt(secret))
    await button('Turn on').click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await downloading).suggestedFilename()).toBe('werkschau-recovery-codes.txt')
    const [recoveryCode = ''] = await keepCodes()
    await page.getByText('10 recovery codes left.').waitFor()

    await logInAgain()
    // A code works once.
    await page.getByLabel('Code').fill(await codeAt(secret))
    await page.keyboard.press('Enter')
    await page.getByText('or was already used').waitFor()
    clock.advance(minute)
    await page.getByLabel('Code').fill(await codeAt(secret))
    await page.keyboard.press('Enter')
    await heading('My account').waitFor()

    await logInAgain()
    await page.getByLabel('Code').fill(recoveryCode.toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByText('9 recovery codes left.').waitFor()
  })
})

describe('a required second factor', () => {
  it('is set up before anything else, on a page like the others', async () => {
    const titleNow = () =>
      page.evaluate(`(() => {
        const title = document.querySelector('h1')
        const { fontSize, fontWeight, lineHeight } = getComputedStyle(title)
        return [title === document.activeElement, fontSize, fontWeight, lineHeight]
      })()`)
    await ask(await loginAsAdmin(app), 'updateSettings', { json: { secondFactor: 'admins' } })
    await button('Log out').first().click()
    await page.getByLabel('User name').fill(username)
    await enterPassword()
    await heading('Set up your second factor').waitFor()
    const title = await titleNow()
    await button('Set up an authenticator app').click()
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('Six digits that the app shows now').fill(await codeAt(secret))
    await button('Turn on').click()
    await keepCodes()
    await heading('My account').waitFor()
    expect(title).toEqual(await titleNow())
  })
})

describe('the own account', () => {
  it('refuses a password that is easy to guess, and shows its strength while typing', async () => {
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByLabel('New password', { exact: true }).fill('password1')
    await page.getByText('Very easy to guess.', { exact: false }).waitFor()
    await button('Change password').click()
    await page.getByText('This password is too easy to guess.', { exact: false }).waitFor()
    await page.getByLabel('New password', { exact: true }).fill('kranich lampe flieder 7')
    await page.keyboard.press('Enter')
    await page.getByText('The password was changed.', { exact: false }).waitFor()
  })
})

describe('the question for the password', () => {
  it('ends with the session, and so does what waited for it: whoever logs in next does not carry that out', async () => {
    await loginAsNew(app, { username: 'mira', role: 'auditor' })
    await open('/admin/accounts')
    await page.getByRole('link', { name: 'mira' }).click()
    // The page before has a field for a role, too.
    await heading('mira').waitFor()
    const role = page.getByRole('combobox', { name: 'Role' })
    await role.selectOption('moderator')
    clock.advance(11 * minute)
    await button('Change role').click()
    const question = page.getByRole('dialog', { name: 'Enter your password again' })
    await question.and(focusedDialog(page)).waitFor()
    await page.context().clearCookies()
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByLabel('User name').fill(username)
    await enterPassword()
    await expect.poll(() => role.inputValue()).toBe('auditor')
    expect(await question.count()).toBe(0)
  })
})

describe('accounts', () => {
  it('the only admin cannot be changed; another account can, and each step is in the log', async () => {
    await loginAsNew(app, { username: 'mira', role: 'auditor' })
    await open('/admin/accounts')
    await page.getByRole('link', { name: username, exact: true }).click()
    await page.getByText('This is the only admin account', { exact: false }).waitFor()
    expect(await button(/Delete|Disable|Change role/).count()).toBe(0)
    await page.getByRole('link', { name: 'All accounts' }).click()

    await page.getByRole('link', { name: 'mira' }).click()
    await page.getByRole('combobox', { name: 'Role' }).selectOption('moderator')
    clock.advance(11 * minute)
    await button('Change role').click()
    await page.getByRole('dialog', { name: 'Enter your password again' }).and(focusedDialog(page)).waitFor()
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByText('The role of mira was changed.').waitFor()
    await button('Generate a password').click()
    await button('Set password').click()
    await page.getByText('mira has a new password.', { exact: false }).waitFor()
    await button('Disable account').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click()
    await button('Enable account').click()
    await button('Delete account').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
    await heading('Accounts').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'mira' }).count()).toBe(0)

    await open('/admin/admin-audit?actor=admin&action=update_user')
    await expect
      .poll(() => page.getByRole('row').allTextContents())
      .toEqual([
        expect.stringContaining('When'),
        expect.stringMatching(/Account changed.*mira; disabled: no/),
        expect.stringMatching(/Account changed.*mira; disabled: yes/),
        expect.stringMatching(/Account changed.*mira; password/),
        expect.stringMatching(/admin.*Account changed.*mira; role: Moderator/),
      ])
  })
})
