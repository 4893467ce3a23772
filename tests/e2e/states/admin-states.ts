import { settingTable } from '#contract/settings/setting-table.ts'
import { adminCredentials, loginAsAdmin, loginAsAuditor, loginAsNew } from '#tests/support/admin.ts'
import { cut, logIn, never, openAdminPage, type State, settled, type Visit } from './stage.ts'

/** Opens a page of the demo installation as its admin. */
async function enter(visit: Visit, path = '') {
  const installation = await visit.stage.installation()
  await logIn(visit, installation, installation.admin)
  await openAdminPage(visit.page, `${installation.url}/admin${path}`)
  return installation
}
const look = (name: string, path: string, main?: true): State => ({
  name,
  ...(main && { main }),
  sharesTab: true,
  async open(visit) {
    await enter(visit, path)
    await settled(visit.page)
  },
})
const lookEmpty = (name: string, path: string): State => ({
  name,
  async open(visit) {
    const app = await visit.stage.empty()
    await logIn(visit, app, await loginAsAdmin(app))
    await visit.page.goto(`${app.url}/admin${path}`)
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    await settled(visit.page)
  },
})
const inQueue = (name: string, act: (visit: Visit) => Promise<unknown>): State => ({
  name,
  sharesTab: true,
  async open(visit) {
    await enter(visit, '/moderation')
    await settled(visit.page)
    await act(visit)
  },
})
const openDialog = ({ page }: Visit) => page.getByRole('dialog').waitFor()

async function enterGroup(visit: Visit, index: number) {
  const { groups } = await visit.stage.installation()
  await enter(visit, `/moderation/${groups[index]?.groupId}`)
  await settled(visit.page)
}

export const adminStates: readonly State[] = [
  {
    name: 'admin-setup',
    async open({ page, stage, words }) {
      await page.goto(`${(await stage.bare()).url}/admin`)
      await page.getByRole('heading', { name: words.admin('account.setupTitle') }).waitFor()
    },
  },
  {
    name: 'admin-login',
    main: true,
    async open({ page, stage, words }) {
      await page.goto(`${(await stage.installation()).url}/admin`)
      await page.getByRole('heading', { name: words.admin('account.loginTitle') }).waitFor()
    },
  },
  {
    name: 'admin-login-wrong',
    async open({ page, stage, words }) {
      await page.goto(`${(await stage.installation()).url}/admin`)
      await page.locator('#username').fill(`${adminCredentials.username}-${Math.random()}`)
      await page.locator('#password').fill('something else')
      await page.keyboard.press('Enter')
      await page.getByText(words.admin('errors.LOGIN_FAILED')).waitFor()
    },
  },
  {
    name: 'admin-first-password',
    async open(visit) {
      const app = await visit.stage.empty()
      const username = `neu-${Math.random()}`
      await logIn(visit, app, await loginAsNew(app, { username, requirePasswordChange: true }))
      await visit.page.goto(`${app.url}/admin`)
      await visit.page.locator('#new-password').waitFor()
    },
  },
  lookEmpty('admin-first-overview', ''),
  look('admin-overview', '', true),
  {
    name: 'admin-messenger-test',
    async open(visit) {
      const { bot } = await enter(visit, '/settings?tab=notifications')
      const { page, words } = visit
      bot.refuse = () => ({ error_code: 400, description: 'Bad Request: chat not found' })
      await page
        .getByRole('button', { name: words.admin('messengerTest.send') })
        .first()
        .click()
      await page.getByText(words.admin('messengerTest.answers.chat')).waitFor()
      bot.refuse = () => undefined
    },
  },
  {
    name: 'admin-loading',
    async open(visit) {
      await never(visit.page, '**/api/admin/overview')
      await enter(visit)
    },
  },
  {
    name: 'admin-failed',
    async open(visit) {
      await visit.page.route('**/api/admin/overview', (route) => route.fulfill({ status: 500 }))
      await enter(visit)
      await visit.page.getByText(visit.words.admin('app.notLoadedTitle')).waitFor()
    },
  },
  {
    name: 'admin-menu',
    async open(visit) {
      await enter(visit)
      await settled(visit.page)
      const menu = visit.page.getByRole('button', { name: visit.words.admin('nav.menu') })
      if (await menu.isVisible()) await menu.click()
    },
  },
  look('queue', '/moderation', true),
  look('queue-grid', '/moderation?view=grid', true),
  look('queue-approved', '/moderation?status=approved'),
  look('queue-changed', '/moderation?status=changed'),
  look('queue-not-found', '/moderation?q=nothing'),
  lookEmpty('queue-empty', '/moderation'),
  {
    name: 'queue-loading',
    async open(visit) {
      await never(visit.page, '**/api/admin/groups?**')
      await enter(visit, '/moderation')
    },
  },
  {
    name: 'queue-failed',
    async open(visit) {
      await visit.page.route('**/api/admin/groups?**', (route) => route.fulfill({ status: 500 }))
      await enter(visit, '/moderation')
      await visit.page.getByText(visit.words.admin('app.notLoadedTitle')).waitFor()
    },
  },
  inQueue('queue-selected', async ({ page }) => {
    for (const key of ['j', 'x', 'Shift+J']) await page.keyboard.press(key)
    await page.getByRole('region').last().waitFor()
  }),
  {
    ...inQueue('queue-lightbox', async ({ page }) => {
      for (const key of ['j', 'v']) await page.keyboard.press(key)
      await page.locator('.yarl__slide_current img:not(.yarl__slide_image_loading)').waitFor()
    }),
    main: true,
  },
  inQueue('queue-delete', async (visit) => {
    for (const key of ['j', 'j', 'd']) await visit.page.keyboard.press(key)
    await openDialog(visit)
  }),
  inQueue('queue-edit', async (visit) => {
    for (const key of ['j', 'j', 'e']) await visit.page.keyboard.press(key)
    await openDialog(visit)
  }),
  inQueue('queue-keys', async (visit) => {
    await visit.page.keyboard.press('?')
    await openDialog(visit)
  }),
  inQueue('queue-rolled-back', async ({ page, words }) => {
    await cut(page, '**/api/admin/groups/bulk')
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await page.getByText(words.admin('moderation.failed', { count: 1 })).waitFor()
  }),
  {
    name: 'group',
    main: true,
    sharesTab: true,
    open: (visit) => enterGroup(visit, 5),
  },
  { name: 'group-pending', open: (visit) => enterGroup(visit, 7) },
  { name: 'group-untitled', open: (visit) => enterGroup(visit, 8) },
  {
    name: 'group-history',
    async open(visit) {
      await enterGroup(visit, 4)
      await visit.page.locator('summary').first().click()
    },
  },
  {
    name: 'group-consents',
    async open(visit) {
      await enterGroup(visit, 4)
      await visit.page.getByRole('button', { name: visit.words.admin('consents.edit') }).click()
      await openDialog(visit)
    },
  },
  {
    name: 'group-lightbox',
    async open(visit) {
      await enterGroup(visit, 5)
      await visit.page.locator('[data-photo] > button').first().click()
      await visit.page.locator('.yarl__slide_current img:not(.yarl__slide_image_loading)').waitFor()
    },
  },
  {
    name: 'group-delete',
    async open(visit) {
      await enterGroup(visit, 7)
      await visit.page.keyboard.press('d')
      await openDialog(visit)
    },
  },
  {
    name: 'group-gone',
    async open(visit) {
      await enter(visit, '/moderation/unknown')
    },
  },
  {
    name: 'not-found',
    async open(visit) {
      await enter(visit, '/nothing-here')
      await visit.page.getByRole('heading', { name: visit.words.all('app.notFoundTitle') }).waitFor()
    },
  },
  look('consents', '/consents', true),
  look('consents-none', '/consents?platform=3&inForce=no&workshop=no'),
  look('press', '/press', true),
  look('settings', '/settings'),
  look('screens', '/screens'),
  {
    name: 'press-chosen',
    async open(visit) {
      await enter(visit, '/press')
      await visit.page.getByRole('button', { name: visit.words.admin('press.chooseAll') }).click()
      await settled(visit.page)
    },
  },
  {
    name: 'press-record',
    async open(visit) {
      await enter(visit, '/press')
      await visit.page
        .getByRole('button', { name: visit.words.admin('press.record') })
        .first()
        .click()
      await openDialog(visit)
    },
  },
  lookEmpty('press-empty', '/press'),
  {
    name: 'takedowns',
    main: true,
    async open(visit) {
      await visit.page.route('**/api/admin/consents/takedowns*', async (route) => {
        const { takedowns, ...others } = await (await route.fetch()).json()
        const posted = takedowns.map((each: object) => ({ ...each, url: 'https://facebook.example/posts/1' }))
        await route.fulfill({ json: { ...others, takedowns: posted } })
      })
      await enter(visit, '/takedowns')
      await settled(visit.page)
    },
  },
  lookEmpty('takedowns-empty', '/takedowns'),
  look('poster', '/poster', true),
  lookEmpty('settings-notifications', '/settings?tab=notifications'),
  {
    name: 'settings-chat-decisions',
    async open(visit) {
      await enter(visit, '/settings?tab=notifications')
      for (const key of ['chatModeration', 'chatPhotos'] as const) {
        await visit.page.getByRole('switch', { name: settingTable[key].label[visit.locale] }).click()
      }
      await settled(visit.page)
    },
  },
  lookEmpty('settings-backup', '/settings?tab=backup'),
  look('settings-technical', '/settings?tab=technical', true),
  {
    name: 'limits',
    async open(visit) {
      const installation = await visit.stage.installation()
      for (let n = 0; n < 20; n += 1) await installation.fetch('/api/manage/wrong')
      await enter(visit, '/rate-limits')
      await settled(visit.page)
    },
  },
  lookEmpty('limits-empty', '/rate-limits'),
  look('storage', '/storage-migration', true),
  {
    name: 'storage-rollback',
    async open(visit) {
      await enter(visit, '/storage-migration')
      await settled(visit.page)
      await visit.page.getByRole('button', { name: visit.words.admin('storageMigration.rollback') }).click()
      await openDialog(visit)
    },
  },
  look('deletion-log', '/deletion-log', true),
  lookEmpty('deletion-log-empty', '/deletion-log'),
  look('audit-log', '/audit-log', true),
  lookEmpty('audit-log-empty', '/audit-log'),
  look('admin-audit', '/admin-audit', true),
  look('admin-audit-not-found', '/admin-audit?q=nothing'),
  {
    name: 'auditor',
    async open(visit) {
      const installation = await visit.stage.installation()
      const auditor = await loginAsAuditor(installation).catch(async () => {
        const { login } = await import('#tests/support/admin.ts')
        return login(installation, { username: 'auditor', password: adminCredentials.password })
      })
      await logIn(visit, installation, auditor)
      await visit.page.goto(`${installation.url}/admin`)
      await visit.page.getByRole('heading', { level: 1 }).waitFor()
      await settled(visit.page)
    },
  },
]
