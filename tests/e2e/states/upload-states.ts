import type { Page } from 'playwright-core'
import { captionPhoto, openLarge, unfoldTexts } from '#tests/support/pages/draft.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { type State, settled, type Visit } from './stage.ts'

const asFile = ({ name, bytes }: { name: string; bytes: Buffer }) => ({ name, mimeType: 'image/jpeg', buffer: bytes })

export const chooser = (page: Page) => page.locator('input[type=file][multiple]').first()

async function choose({ page, stage }: Pick<Visit, 'page' | 'stage'>, count = 5) {
  const files = Array.from({ length: count }, (_, n) => stage.photos[n % stage.photos.length])
  await chooser(page).setInputFiles(files.flatMap((photo) => (photo ? [asFile(photo)] : [])))
  await page
    .locator('ol img')
    .nth(count - 1)
    .waitFor()
}

async function come(visit: Visit, app?: TestApp) {
  const { url } = app ?? (await visit.stage.guests())
  await visit.page.goto(url)
  await visit.page.locator('#choose-photos').waitFor()
}

async function fillIn(visit: Visit, count = 5) {
  const { page, words } = visit
  await choose(visit, count)
  await page.getByRole('checkbox').nth(3).waitFor()
  await captionPhoto(page, 1, 'Der Rahmen vor dem Ölen')
  await unfoldTexts(page)
  await page.locator('#text-title').fill('Ein Hocker aus Resten')
  await page.locator('#text-name').fill('Mira')
  await page.locator('#text-description').fill('Esche und Eiche. Die Beine waren einmal ein Zaun.')
  await page.getByRole('checkbox', { name: words.all('consents.workshop') }).check()
}

const send = ({ page }: Visit) => page.locator('button:has(.tabler-icon-send)').click()

async function throttle({ context, page }: Visit, uploadThroughput: number) {
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput,
  })
}

const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('only text') })
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(100)])

/** Damaged in the middle, with a valid end: only the server detects it. */
const damaged = (photo: Buffer) => Buffer.concat([photo.subarray(0, photo.length / 2), Buffer.from([0xff, 0xd9])])

export const uploadStates: readonly State[] = [
  { name: 'upload', main: true, open: come },
  {
    name: 'upload-loading',
    async open({ page, stage }) {
      await page.route('**/api/social-media/platforms', () => new Promise(() => {}))
      await page.goto((await stage.guests()).url)
      await choose({ page, stage }, 1)
      await page.locator('fieldset .mantine-Skeleton-root').first().waitFor()
    },
  },
  {
    name: 'upload-platforms-failed',
    async open({ page, stage, words }) {
      await page.route('**/api/social-media/platforms', (route) => route.fulfill({ status: 500 }))
      await page.goto((await stage.guests()).url)
      await choose({ page, stage }, 1)
      await page.getByText(words.all('consents.platformsFailed')).waitFor()
    },
  },
  {
    name: 'upload-draft',
    main: true,
    async open(visit) {
      await come(visit)
      await fillIn(visit)
    },
  },
  {
    name: 'upload-one',
    async open(visit) {
      await come(visit)
      await choose(visit, 1)
    },
  },
  {
    name: 'upload-many',
    async open(visit) {
      await come(visit)
      await choose(visit, 12)
    },
  },
  {
    name: 'upload-large',
    async open(visit) {
      await come(visit)
      await choose(visit, 3)
      await openLarge(visit.page, 2)
      await visit.page.getByRole('dialog').locator('textarea').fill('Die Lampe, noch ohne Schirm')
      await visit.page.getByRole('button', { name: visit.words.photos('altText.add') }).click()
      await visit.page.locator('textarea[id^=altText-]').fill('Ein Lampenfuß aus hellem Holz auf einer Werkbank')
      await visit.page.locator('.yarl__slide_current img').waitFor()
    },
  },
  {
    name: 'upload-too-long',
    async open(visit) {
      await come(visit)
      await fillIn(visit, 2)
      await captionPhoto(visit.page, 1, 'zu lang '.repeat(30))
      await visit.page.locator('#text-title').fill('Donaudampfschifffahrtsgesellschaft'.repeat(8))
      await visit.page.locator('#text-year').fill('18')
    },
  },
  {
    name: 'upload-rejected',
    async open(visit) {
      await come(visit)
      const first = asFile(visit.stage.photos[0] as { name: string; bytes: Buffer })
      const broken = { ...first, name: 'beschaedigt.jpg', buffer: damaged(first.buffer) }
      const phone = { name: 'IMG_1234.HEIC', mimeType: 'image/heic', buffer: heic }
      await chooser(visit.page).setInputFiles([text('notizen-zum-wochenende.txt'), phone, first, broken])
      await visit.page.getByRole('alert').waitFor()
      await visit.page.locator('ol img').first().waitFor()
    },
  },
  {
    name: 'upload-removed',
    async open(visit) {
      await come(visit)
      await choose(visit, 3)
      await openLarge(visit.page, 1)
      await visit.page.getByRole('button', { name: visit.words.all('photos.remove', { n: 1 }) }).click()
      await visit.page.keyboard.press('Escape')
      await visit.page.getByRole('button', { name: visit.words.all('photos.undo') }).waitFor()
    },
  },
  {
    name: 'upload-offline',
    async open(visit) {
      await come(visit)
      await choose(visit, 2)
      await visit.context.setOffline(true)
      await visit.page.getByText(visit.words.all('upload.offline')).waitFor()
    },
  },
  {
    name: 'upload-restored',
    async open(visit) {
      await come(visit)
      await fillIn(visit, 3)
      await visit.page.waitForTimeout(900)
      await visit.page.reload()
      await visit.page.getByText(visit.words.all('upload.draftRestored')).waitFor()
      await visit.page.locator('ol img').nth(2).waitFor()
    },
  },
  {
    name: 'upload-sending',
    async open(visit) {
      await come(visit)
      await fillIn(visit)
      await throttle(visit, visit.stage.photos.slice(0, 5).reduce((sum, { bytes }) => sum + bytes.length, 0) / 12)
      await send(visit)
      await visit.page.getByText(/^[3-9]\d?\s?%$/).waitFor()
    },
  },
  {
    name: 'upload-processing',
    async open(visit) {
      await come(visit)
      await fillIn(visit)
      await visit.page.route('**/complete', () => new Promise(() => {}))
      await send(visit)
      await visit.page.getByRole('heading', { name: visit.words.all('sending.processing') }).waitFor()
    },
  },
  {
    name: 'upload-waiting',
    async open(visit) {
      await come(visit)
      await fillIn(visit)
      await visit.page.route('**/api/upload/submissions/**', (route) => route.abort())
      await send(visit)
      await visit.page.getByRole('heading', { name: visit.words.all('sending.waiting') }).waitFor()
    },
  },
  {
    name: 'upload-failed',
    async open(visit) {
      await come(visit)
      await choose(visit, 2)
      const first = asFile(visit.stage.photos[0] as { name: string; bytes: Buffer })
      await chooser(visit.page).setInputFiles([{ ...first, name: 'beschaedigt.jpg', buffer: damaged(first.buffer) }])
      await visit.page.getByRole('checkbox', { name: visit.words.all('consents.workshop') }).check()
      await send(visit)
      await visit.page.getByRole('heading', { name: visit.words.all('sending.failed') }).waitFor()
    },
  },
  {
    name: 'upload-limited',
    async open(visit) {
      const app = await visit.stage.tight()
      await come(visit, app)
      await fillIn(visit, 1)
      await send(visit)
      const done = visit.page.getByRole('heading', { name: /^(Danke|Thank you)/ })
      const limited = visit.page.getByRole('heading', { name: visit.words.all('sending.limitedTitle') })
      await done.or(limited).waitFor()
      if (await limited.isVisible()) return
      await visit.page.reload()
      await fillIn(visit, 1)
      await send(visit)
      await limited.waitFor()
    },
  },
  {
    name: 'upload-done',
    main: true,
    async open(visit) {
      await come(visit)
      await fillIn(visit)
      await send(visit)
      await visit.page.getByRole('heading', { name: /^(Danke|Thank you)/ }).waitFor()
    },
  },
  {
    name: 'upload-done-many',
    async open(visit) {
      await come(visit)
      await choose(visit, 12)
      await visit.page.getByRole('checkbox', { name: visit.words.all('consents.workshop') }).check()
      await send(visit)
      await visit.page.getByRole('heading', { name: visit.words.all('done.title', { count: 12 }) }).waitFor()
      await visit.page.locator('summary').last().click()
    },
  },
  {
    name: 'upload-mine',
    async open(visit) {
      await come(visit)
      await fillIn(visit, 2)
      await send(visit)
      await visit.page.getByRole('button', { name: visit.words.all('done.more') }).click()
      await visit.page.getByRole('button', { name: visit.words.all('mine.title') }).click()
      await visit.page.getByRole('heading', { name: visit.words.all('mine.title') }).waitFor()
      await settled(visit.page)
    },
  },
]
