import { addAuthenticatorApp } from '#tests/support/add-authenticator-app.ts'
import { adminCredentials, login, loginAsAdmin, loginAsModerator, loginAsNew } from '#tests/support/admin.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { logIn, type State, settled, type Visit } from './stage.ts'

const { password } = adminCredentials

/** A new account, so that one state does not affect the next. */
async function asNew({ stage }: Visit) {
  const app = await stage.empty()
  const username = `mira-${Math.random().toString(36).slice(2, 8)}`
  return { app, username, session: await loginAsNew(app, { username }) }
}

async function goTo(visit: Visit, app: TestApp, path: string) {
  await visit.page.goto(`${app.url}/admin${path}`)
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await settled(visit.page)
}

async function openOwn(visit: Visit, withFactor = false) {
  const { app, session } = await asNew(visit)
  if (withFactor) await addAuthenticatorApp(session)
  await logIn(visit, app, session)
  await goTo(visit, app, '/account')
}

/** Answers as if the password had been entered long ago. */
const longAgo = ({ page }: Visit) =>
  page.route('**/auth/csrf-token', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isConfirmed: false } })
  })

/** As if the team decided in the chat, with the texts of the service. */
async function openWithChat(visit: Visit, binding: object | null) {
  const { page } = visit
  await page.route('**/auth/csrf-token', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), chatModeration: true } })
  })
  const made = { code: 'KJ7QMPX4VD', expiresAt: new Date(Date.now() + 600_000).toISOString() }
  await page.route('**/api/admin/account/chat', (route) => {
    const link = `https://t.me/werkschau_bot?start=${made.code}`
    const json = route.request().method() === 'GET' ? { success: true, binding } : { success: true, ...made, link }
    return route.fulfill({ json })
  })
  await openOwn(visit)
  await page.getByRole('heading', { name: visit.words.admin('chat.title') }).waitFor()
}

export const accountStates: readonly State[] = [
  {
    name: 'login-second-step',
    main: true,
    async open(visit) {
      const { app, username, session } = await asNew(visit)
      await addAuthenticatorApp(session)
      const { page, words } = visit
      await page.goto(`${app.url}/admin`)
      await page.locator('#username').fill(username)
      await page.locator('#password').fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: words.admin('account.secondTitle') }).waitFor()
    },
  },
  { name: 'own-account', open: (visit) => openOwn(visit) },
  { name: 'own-account-with-factor', open: (visit) => openOwn(visit, true) },
  {
    name: 'own-account-chat-code',
    async open(visit) {
      await openWithChat(visit, null)
      await visit.page.getByRole('button', { name: visit.words.admin('chat.connect') }).click()
      await visit.page.getByText('KJ7QM PX4VD').waitFor()
    },
  },
  {
    name: 'own-account-chat-bound',
    open: (visit) => openWithChat(visit, { name: '@ada_l', boundAt: '2026-11-20T10:00:00.000Z' }),
  },
  {
    name: 'factor-missing',
    async open(visit) {
      const { app, session } = await asNew(visit)
      await logIn(visit, app, session)
      await visit.page.route('**/auth/csrf-token', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), secondFactorMissing: true } })
      })
      await goTo(visit, app, '')
    },
  },
  {
    name: 'own-account-locked',
    async open(visit) {
      await longAgo(visit)
      await openOwn(visit)
      await visit.page.getByRole('button', { name: visit.words.admin('factors.unlock') }).waitFor()
    },
  },
  {
    name: 'reauthentication',
    async open(visit) {
      await longAgo(visit)
      await openOwn(visit)
      await visit.page.getByRole('button', { name: visit.words.admin('factors.unlock') }).click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'totp-setup',
    async open(visit) {
      await openOwn(visit)
      await visit.page.getByRole('button', { name: visit.words.admin('factors.addTotp') }).click()
      await visit.page.locator('#totp-code').waitFor()
    },
  },
  {
    name: 'recovery-codes',
    async open(visit) {
      await openOwn(visit, true)
      const renew = { name: visit.words.admin('factors.renewCodes') }
      await visit.page.getByRole('button', renew).click()
      await visit.page.getByRole('dialog').getByRole('button', renew).click()
      await visit.page.getByRole('heading', { name: visit.words.admin('factors.codesTitle') }).waitFor()
    },
  },
  {
    name: 'own-account-weak-password',
    async open(visit) {
      await visit.page.route('**/auth/password-strength', (route) =>
        route.fulfill({ json: { success: true, rank: 1 } }),
      )
      await openOwn(visit)
      await visit.page.locator('#new-password').fill('password')
      await visit.page.getByText(visit.words.admin('account.rank1')).waitFor()
    },
  },
  {
    name: 'accounts',
    async open(visit) {
      const app = await visit.stage.empty()
      const admin = await loginAsAdmin(app)
      for (const [username, role] of [
        ['olga', 'auditor'],
        ['ben', 'moderator'],
      ] as const) {
        const json = { username, role, password, requirePasswordChange: role === 'moderator' }
        await admin.fetch('/api/admin/users', { method: 'POST', json })
      }
      await logIn(visit, app, admin)
      await goTo(visit, app, '/accounts')
    },
  },
  {
    name: 'one-account',
    main: true,
    async open(visit) {
      const { app, session } = await asNew(visit)
      await addAuthenticatorApp(session)
      await logIn(visit, app, await loginAsAdmin(app))
      await goTo(visit, app, `/accounts/${session.user.id}`)
    },
  },
  {
    name: 'one-account-delete',
    async open(visit) {
      const { app, session } = await asNew(visit)
      await logIn(visit, app, await loginAsAdmin(app))
      await goTo(visit, app, `/accounts/${session.user.id}`)
      await visit.page.getByRole('button', { name: visit.words.admin('accounts.delete') }).click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'one-account-gone',
    async open(visit) {
      const app = await visit.stage.empty()
      await logIn(visit, app, await loginAsAdmin(app))
      await goTo(visit, app, '/accounts/999999')
    },
  },
  {
    name: 'moderator',
    async open(visit) {
      const app = await visit.stage.installation()
      const again = () => login(app, { username: 'moderator', password })
      await logIn(visit, app, await loginAsModerator(app).catch(again))
      await goTo(visit, app, '')
    },
  },
]
