import sharp from 'sharp'
import { settingTable } from '#contract/settings/setting-table.ts'
import { loginAsAdmin, post, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'
import { logIn, type State, settled, type Visit } from './stage.ts'

const imprint = `Werkstatt am See e. V.\nSeestraße 1\n12345 Seestadt\n\nVertreten durch **Ada Muster**\n\n[werkstatt.example](https://werkstatt.example)`

/** As wide as logos of associations are. */
const wideLogo = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="180"><rect width="180" height="180" rx="40" fill="#0b6e8a"/><path d="M40 120q25-50 50 0t50 0" stroke="#fff" stroke-width="14" fill="none"/><text x="210" y="125" font-family="sans-serif" font-weight="bold" font-size="100" fill="#0b6e8a">am See e. V.</text></svg>`,
    ),
  )
    .png()
    .toBuffer()

/** The installation of an operator who has set everything; its admin. */
const furnished = new WeakMap<TestApp, Promise<Session>>()
function furnish(app: TestApp, { stage }: Visit): Promise<Session> {
  const made = furnished.get(app) ?? set(app, stage.photos)
  furnished.set(app, made)
  return made
}

async function set(app: TestApp, photos: Visit['stage']['photos']): Promise<Session> {
  const admin = await loginAsAdmin(app)
  const texts = { de: imprint, en: imprint.replace('Vertreten durch', 'Represented by') }
  await ask(admin, 'updateSettings', { json: { siteName: 'Werkstatt am See', accentColour: '#0b6e8a' } })
  const [de, en] = await Promise.all(
    (['de', 'en'] as const).map((language) => ask(admin, 'draftPrivacy', { query: { language } })),
  )
  await ask(admin, 'updateSettings', {
    json: {
      imprint: texts,
      privacy: { de: de?.text, en: en?.text },
      welcomeText: { de: 'Zeig uns, was du am See gebaut hast!', en: 'Show us what you built by the lake!' },
      approvedRetentionDays: 365,
    },
  })
  await admin.fetch('/api/admin/settings/logo', { method: 'PUT', body: new Blob([new Uint8Array(await wideLogo())]) })
  const files = photos.slice(0, 3).map(({ name, bytes }) => ({ name, bytes }))
  const { groupId } = await uploadGroup(app, {
    files,
    parts: { metadata: { title: 'Boote', name: 'Ayşe', year: 2024 } },
  })
  await publish(app, groupId)
  for (const name of ['Eingang', 'Schaufenster']) {
    const { code } = (await (await post(app, '/api/slideshow/pairings', {})).json()) as { code: string }
    await ask(admin, 'createScreen', { json: { code, name } })
  }
  return admin
}

/** @param part what appears when the page's script has run; the server draws headings, too */
const look = (name: string, path: string, part = 'h1'): State => ({
  name,
  async open(visit) {
    const app = await visit.stage.own()
    await furnish(app, visit)
    await visit.page.goto(`${app.url}${path}`)
    await visit.page.locator(part).first().waitFor()
    await settled(visit.page)
  },
})

const lookInside = (name: string, path: string, act?: (visit: Visit) => Promise<unknown>): State => ({
  name,
  async open(visit) {
    const app = await visit.stage.own()
    await logIn(visit, app, await furnish(app, visit))
    await visit.page.goto(`${app.url}/admin${path}`)
    await visit.page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(visit.page)
    await act?.(visit)
  },
})

const slideshow = (name: string, query: string, act?: (visit: Visit) => Promise<unknown>): State => ({
  name,
  async open(visit) {
    const app = await visit.stage.own()
    await furnish(app, visit)
    await visit.page.goto(`${app.url}/slideshow?autostart&seconds=3600&${query}`)
    await visit.page.getByRole('heading', { level: 2 }).waitFor()
    await act?.(visit)
  },
})

const sendForm = async ({ page }: Visit) => {
  const photo = { name: 'boot.jpg', mimeType: 'image/jpeg', buffer: await makeImage() }
  await page.locator('input[type=file]').setInputFiles(photo)
  await page.locator('input[name=workshop]').check()
  await page.locator('button[type=submit]').click()
  await page.locator('.link').waitFor()
}

/** What an operator has made of the site (D75), and its screens (D77). */
export const siteStates: readonly State[] = [
  look('own-upload', '/', '#choose-photos'),
  look('own-imprint', '/imprint'),
  look('own-privacy', '/privacy'),
  look('own-plain-form', '/plain-form'),
  {
    name: 'own-plain-form-sent',
    async open(visit) {
      await look('', '/plain-form').open(visit)
      await sendForm(visit)
    },
  },
  look('own-removal-request', '/removal-requests', 'form button'),
  look('own-slideshow', '/slideshow', 'main button'),
  slideshow('own-slideshow-title', 'qr'),
  slideshow('own-slideshow-photo', 'qr', async ({ page }) => {
    await page.keyboard.press('ArrowRight')
    await page.locator('figure[data-fit]').first().waitFor()
    await page.getByRole('heading', { level: 2 }).waitFor({ state: 'detached' })
  }),
  look('own-login', '/admin', 'form button'),
  lookInside('own-overview', ''),
  lookInside('own-settings', '/settings'),
  lookInside('own-settings-changed', '/settings', async ({ page, words }) => {
    const { de, en } = settingTable.siteName.label
    await page.getByLabel(new RegExp(`^(${de}|${en})$`)).fill('Werkstatt am großen See')
    await page.getByRole('button', { name: words.admin('settings.save'), exact: true }).waitFor()
  }),
  lookInside('own-settings-platform', '/settings?tab=platforms', async ({ page, words }) => {
    await page.getByRole('button', { name: words.admin('settings.editPlatform', { name: 'Instagram' }) }).click()
    await page.getByRole('dialog').waitFor()
  }),
  lookInside('own-poster', '/poster'),
  lookInside('own-screens', '/screens'),
  lookInside('own-screen-settings', '/screens', async ({ page, words }) => {
    await page
      .getByRole('button', { name: words.admin('screens.settings') })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  }),
  lookInside('own-admin-audit', '/admin-audit'),
]
