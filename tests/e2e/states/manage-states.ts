import { type OwnedGroup, owner } from '#tests/support/manage.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'
import { cut, never, type State, settled, type Visit } from './stage.ts'
import { chooser } from './upload-states.ts'

const metadata = {
  title: 'Ein Hocker aus Resten',
  name: 'Mira',
  year: 2024,
  description: 'Esche und Eiche. Die Beine waren einmal ein Zaun.',
}

/** A new group with real pictures. */
async function own(visit: Visit, count = 4, app?: TestApp): Promise<Pick<OwnedGroup, 'token' | 'groupId' | 'owner'>> {
  const service = app ?? (await visit.stage.guests())
  const photos = visit.stage.photos.slice(0, count)
  const group = await uploadGroup(service, {
    files: photos.map(({ name, bytes }) => ({ name, bytes })),
    parts: {
      metadata,
      descriptions: photos.map(({ name, caption }) => ({ fileName: name, description: caption })),
      consents: { workshopConsent: true, socialMediaConsents: [2] },
    },
  })
  const { groupId, managementToken: token } = group
  return { groupId, token, owner: owner(service, token) }
}

async function come({ page, stage }: Visit, token: string, app?: TestApp) {
  await page.goto(`${(app ?? (await stage.guests())).url}/manage/${token}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
}

async function onDisplay(visit: Visit, count = 4) {
  const group = await own(visit, count)
  await publish(await visit.stage.guests(), group.groupId)
  await come(visit, group.token)
  return group
}

const workshop = ({ page, words }: Visit) => page.getByRole('switch', { name: words.manage('consents.workshop') })
/** Uses a button of the first photo's large view. */
export async function inLarge({ page }: Visit, name: string) {
  await page.locator('ol [id^=photo-]').first().click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}
const askToDelete = async ({ page }: Visit) => {
  await page.locator('button[id^=delete-]').first().click()
  await page.getByRole('dialog').waitFor()
}
const deleteAll = ({ page, words }: Visit) => page.getByRole('button', { name: words.manage('remove.start') }).click()

export const manageStates: readonly State[] = [
  {
    name: 'manage-awaiting',
    main: true,
    async open(visit) {
      await come(visit, (await own(visit)).token)
    },
  },
  { name: 'manage-on-display', open: async (visit) => void (await onDisplay(visit)) },
  {
    name: 'manage-withdrawn',
    async open(visit) {
      const group = await own(visit)
      await publish(await visit.stage.guests(), group.groupId)
      await group.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
      await group.owner.send('PUT', '/consents', { consentType: 'platform', action: 'revoke', platformId: 2 })
      await come(visit, group.token)
    },
  },
  {
    name: 'manage-edited',
    async open(visit) {
      await onDisplay(visit)
      const { page, stage, words } = visit
      await page.locator('[id^=photo-]').nth(2).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Nach dem Ölen')
      await page.keyboard.press('Escape')
      await inLarge(visit, words.all('photos.later', { n: 1 }))
      await page.keyboard.press('Escape')
      await page.getByLabel(words.all('texts.title'), { exact: true }).fill('Ein Hocker aus Resten, geölt')
      await workshop(visit).press('Space')
      await page.getByRole('switch').nth(2).press('Space')
      const [, second, third] = stage.photos
      await chooser(page).setInputFiles(
        [second, third].map((photo) => ({
          name: `neu-${photo?.name}`,
          mimeType: 'image/jpeg',
          buffer: photo?.bytes as Buffer,
        })),
      )
      await page.getByRole('img', { name: `neu-${third?.name}` }).waitFor()
    },
  },
  {
    name: 'manage-photo-dialog',
    async open(visit) {
      await onDisplay(visit)
      await askToDelete(visit)
    },
  },
  {
    name: 'manage-last-photo',
    async open(visit) {
      await onDisplay(visit, 1)
      await askToDelete(visit)
    },
  },
  {
    name: 'manage-twelve',
    async open(visit) {
      await onDisplay(visit, 12)
    },
  },
  {
    name: 'manage-large',
    main: true,
    async open(visit) {
      await onDisplay(visit)
      await visit.page.locator('[id^=photo-]').nth(1).click()
      await visit.page.locator('.yarl__slide_current img:not(.yarl__slide_image_loading)').waitFor()
    },
  },
  {
    name: 'manage-large-edited',
    async open(visit) {
      await onDisplay(visit)
      await visit.page.locator('ol [id^=photo-]').first().click()
      await visit.page.getByRole('dialog').getByRole('textbox').fill('Nach dem Ölen')
    },
  },
  {
    name: 'manage-consent-question',
    async open(visit) {
      await onDisplay(visit)
      await workshop(visit).press('Space')
      await visit.page.getByText(visit.words.manage('consents.revokeTitle')).waitFor()
    },
  },
  {
    name: 'manage-link',
    async open(visit) {
      await onDisplay(visit)
      await visit.page.getByRole('heading', { name: visit.words.manage('link.title') }).click()
    },
  },
  {
    name: 'manage-delete-dialog',
    async open(visit) {
      await onDisplay(visit)
      await deleteAll(visit)
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'manage-deleted',
    async open(visit) {
      await onDisplay(visit)
      await deleteAll(visit)
      await visit.page
        .getByRole('dialog')
        .getByRole('button', { name: visit.words.manage('remove.yes', { count: 4 }) })
        .click()
      await visit.page.getByRole('heading', { name: visit.words.manage('remove.doneTitle') }).waitFor()
    },
  },
  {
    name: 'manage-save-failed',
    async open(visit) {
      await onDisplay(visit)
      const { page, words } = visit
      await cut(page, '**/api/manage/**')
      await page.getByLabel(words.all('texts.title'), { exact: true }).fill('Ein Hocker aus Resten, geölt')
      await page.getByRole('button', { name: words.manage('save.save') }).click()
      await page.getByText(words.manage('save.kept')).waitFor()
    },
  },
  {
    name: 'manage-save-limited',
    async open(visit) {
      const app = await visit.stage.tight()
      const group = await own(visit, 2, await visit.stage.guests())
      const { page, words } = visit
      await come(visit, group.token)
      // At the latest with the second answer to the same link.
      const path = `/api/manage/${group.token}`
      await app.fetch(path)
      const limited = await app.fetch(path).then(async (answer) => ({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      }))
      await page.route('**/api/manage/**', (route) => route.fulfill(limited))
      await page.getByLabel(words.all('texts.title'), { exact: true }).fill('Ein Hocker aus Resten, geölt')
      await page.getByRole('button', { name: words.manage('save.save') }).click()
      await page.getByText(words.all('errors.RATE_LIMITED')).waitFor()
    },
  },
  {
    name: 'manage-loading',
    async open(visit) {
      await never(visit.page, '**/api/manage/**')
      await visit.page.goto(`${(await visit.stage.guests()).url}/manage/00000000-0000-4000-8000-000000000000`)
      await visit.page.locator('.mantine-Skeleton-root').first().waitFor()
    },
  },
  {
    name: 'manage-dead',
    main: true,
    async open(visit) {
      await visit.page.goto(`${(await visit.stage.guests()).url}/manage/00000000-0000-4000-8000-000000000000`)
      await visit.page.getByRole('heading', { name: visit.words.manage('dead.title') }).waitFor()
    },
  },
  {
    name: 'manage-limited',
    async open(visit) {
      const app = await visit.stage.tight()
      const path = '/manage/00000000-0000-4000-8000-000000000000'
      await app.fetch(`/api${path}`)
      await visit.page.goto(`${app.url}${path}`)
      await visit.page.getByRole('heading', { name: visit.words.manage('failed.limited') }).waitFor()
    },
  },
  {
    name: 'manage-banned',
    async open(visit) {
      const app = await visit.stage.guests()
      // Faked in the browser: the service would ban the other states, too.
      await visit.page.route('**/api/manage/**', (route) =>
        route.fulfill({
          status: 403,
          headers: { 'retry-after': '86400' },
          json: { success: false, code: 'IP_BANNED' },
        }),
      )
      await visit.page.goto(`${app.url}/manage/00000000-0000-4000-8000-000000000000`)
      await visit.page.getByRole('heading', { name: visit.words.manage('failed.banned') }).waitFor()
    },
  },
  {
    name: 'manage-failed',
    async open(visit) {
      await visit.page.route('**/api/manage/**', (route) => route.fulfill({ status: 500 }))
      await visit.page.goto(`${(await visit.stage.guests()).url}/manage/00000000-0000-4000-8000-000000000000`)
      await visit.page.getByRole('heading', { name: visit.words.manage('failed.title') }).waitFor()
    },
  },
]
