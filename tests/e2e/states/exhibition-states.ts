import { ask } from '#tests/support/ask.ts'
import { logIn, type State, settled, type Visit } from './stage.ts'
import { chooser } from './upload-states.ts'

/** Opens a page of the installation with several exhibitions as its admin. */
async function enter(visit: Visit, path: string) {
  const several = await visit.stage.several()
  await logIn(visit, several, several.admin)
  await visit.page.goto(`${several.url}/admin${path}`)
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await visit.page
    .getByRole('combobox', { name: visit.words.admin('exhibitions.switch') })
    .first()
    .waitFor()
  await settled(visit.page)
}

/** What visitors see of an exhibition. */
async function come({ stage, page }: Visit, path: string, shown = 'main h1') {
  const { url } = await stage.several()
  await page.goto(url + path)
  await page.locator(shown).first().waitFor()
}

async function fillIn(visit: Visit) {
  const { page, stage } = visit
  await come(visit, '/e/klasse-4a', '#choose-photos')
  await chooser(page).setInputFiles(
    stage.photos.slice(0, 2).map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes })),
  )
  await page.locator('ol img').nth(1).waitFor()
  await page.locator('#access-code').waitFor()
}

/** A link for staff of the installation with several exhibitions. */
async function staffLink({ stage }: Visit, fields: Record<string, unknown> = {}) {
  const { admin } = await stage.several()
  const expiresAt = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const json = { name: 'Mira', exhibition: 'klasse-4a', expiresAt, ...fields }
  const { id, url } = await ask(admin, 'createStaffLink', { json })
  const revoke = () => ask(admin, 'revokeStaffLink', { params: { id }, json: { revoked: true } })
  return { path: new URL(url).pathname, revoke }
}

async function enterStaffLinks(visit: Visit) {
  const { staffLinks } = await ask((await visit.stage.several()).admin, 'listStaffLinks')
  if (staffLinks.some(({ name }) => name === 'Olga')) return enter(visit, '/staff-links')
  await (await staffLink(visit, { name: 'Olga', exhibition: 'main', approvesAtOnce: true })).revoke()
  await staffLink(visit, { name: 'Solidarische Landwirtschaft Hinterbrühl', approvesAtOnce: true })
  await staffLink(visit)
  await enter(visit, '/staff-links')
}

/** The admin pages where there are several exhibitions, and the visitors' pages of these. */
export const exhibitionStates: readonly State[] = [
  { name: 'exhibitions', main: true, open: (visit) => enter(visit, '/exhibitions') },
  {
    name: 'exhibition',
    main: true,
    open: async (visit) => enter(visit, `/exhibitions/${(await visit.stage.several()).open}`),
  },
  {
    name: 'exhibition-ended',
    open: async (visit) => enter(visit, `/exhibitions/${(await visit.stage.several()).ended}`),
  },
  {
    name: 'exhibition-end',
    async open(visit) {
      await enter(visit, `/exhibitions/${(await visit.stage.several()).open}`)
      await visit.page.getByRole('button', { name: visit.words.admin('exhibitions.endNow') }).click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'exhibitions-queue', open: (visit) => enter(visit, '/moderation') },
  {
    name: 'exhibitions-move',
    async open(visit) {
      await enter(visit, '/moderation')
      for (const key of ['j', 'x']) await visit.page.keyboard.press(key)
      await visit.page.getByRole('button', { name: visit.words.admin('exhibitions.move') }).click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'exhibition-upload', main: true, open: (visit) => come(visit, '/e/klasse-4a', '#choose-photos') },
  { name: 'exhibition-needs-code', open: fillIn },
  {
    name: 'exhibition-wrong-code',
    async open(visit) {
      const { page } = visit
      await fillIn(visit)
      await page.locator('#access-code').fill('Drossel')
      await page.locator('#consent-workshop').check()
      await page.locator('button:has(.tabler-icon-send)').click()
      await page.locator('#access-code[aria-invalid=true]').waitFor()
    },
  },
  { name: 'exhibition-planned', main: true, open: (visit) => come(visit, '/e/advent') },
  { name: 'exhibition-closed', open: (visit) => come(visit, '/e/kurs') },
  {
    name: 'exhibition-manage',
    open: async (visit) => come(visit, `/manage/${(await visit.stage.several()).managementToken}`),
  },
  { name: 'exhibition-gone', open: (visit) => come(visit, '/e/sommerfest') },
  {
    name: 'exhibition-slideshow',
    open: (visit) => come(visit, '/slideshow?exhibition=klasse-4a&autostart&qr&seconds=60', 'main h2'),
  },
  {
    name: 'exhibition-slideshow-gone',
    open: (visit) => come(visit, '/slideshow?exhibition=sommerfest&autostart', 'main h2'),
  },
  { name: 'staff-links', main: true, open: enterStaffLinks },
  {
    name: 'staff-link-made',
    async open(visit) {
      await enterStaffLinks(visit)
      const { page, words } = visit
      await page.getByLabel(words.admin('staffLinks.name')).fill('Mira')
      await page.getByRole('button', { name: words.admin('staffLinks.make') }).click()
      await page.getByRole('button', { name: words.admin('staffLinks.passedOn') }).waitFor()
    },
  },
  {
    name: 'staff-link-revoke',
    async open(visit) {
      await enterStaffLinks(visit)
      await visit.page
        .getByRole('button', { name: visit.words.admin('staffLinks.revoke') })
        .first()
        .click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'staff-link-upload',
    main: true,
    async open(visit) {
      await come(visit, (await staffLink(visit)).path, '#choose-photos')
      await visit.page.getByText('Mira').waitFor()
    },
  },
  {
    name: 'staff-link-photos',
    async open(visit) {
      const { page, stage } = visit
      await come(visit, (await staffLink(visit)).path, '#choose-photos')
      await chooser(page).setInputFiles(
        stage.photos.slice(0, 2).map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes })),
      )
      await page.locator('ol img').nth(1).waitFor()
    },
  },
  {
    name: 'staff-link-gone',
    async open(visit) {
      const { path, revoke } = await staffLink(visit)
      await revoke()
      await come(visit, path)
    },
  },
  { name: 'exhibition-slideshow-gone', open: (visit) => come(visit, '/slideshow?exhibition=sommerfest', 'main h2') },
]
