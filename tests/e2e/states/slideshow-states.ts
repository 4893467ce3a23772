import { type State, settled, type Visit } from './stage.ts'

async function run({ page, stage }: Visit, query = ''): Promise<void> {
  const { url } = await stage.installation()
  await page.goto(`${url}/slideshow?autostart&seconds=3600&${query}`)
  await page.getByRole('heading', { level: 2 }).waitFor()
}

const press = async ({ page }: Visit, key: string): Promise<void> => {
  await page.keyboard.press(key)
  await page.getByRole('region').last().waitFor()
}
/** A photo without a title, after the one before has disappeared. */
const toPhoto = async ({ page }: Visit): Promise<void> => {
  const current = page.locator('[data-step]:not([aria-hidden])')
  do {
    const before = await current.getAttribute('data-step')
    await page.keyboard.press('ArrowRight')
    await page.locator(`[data-step]:not([aria-hidden]):not([data-step="${before}"])`).waitFor()
  } while ((await current.getByRole('heading', { level: 2 }).count()) > 0)
  await page.getByRole('heading', { level: 2 }).waitFor({ state: 'detached' })
}

export const slideshowStates: readonly State[] = [
  {
    name: 'slideshow',
    main: true,
    async open({ page, stage }) {
      await page.goto(`${(await stage.installation()).url}/slideshow`)
      await page.getByRole('button').last().waitFor()
      await settled(page)
    },
  },
  {
    name: 'slideshow-waiting',
    async open({ page, stage }) {
      await page.goto(`${(await stage.empty()).url}/slideshow?autostart`)
      await page.getByRole('heading', { level: 2 }).waitFor()
    },
  },
  { name: 'slideshow-title', open: run },
  { name: 'slideshow-card', open: (visit) => run(visit, 'cards') },
  {
    name: 'slideshow-photo',
    async open(visit) {
      await run(visit, 'qr')
      await toPhoto(visit)
    },
  },
  {
    name: 'slideshow-filled',
    async open(visit) {
      await run(visit, 'fit=cover')
      await toPhoto(visit)
    },
  },
  {
    name: 'slideshow-wall',
    async open(visit) {
      const { url } = await visit.stage.installation()
      await visit.page.goto(`${url}/slideshow?autostart&seconds=3600&layout=wall`)
      await visit.page.locator('[data-step]').nth(2).waitFor()
      await settled(visit.page)
    },
  },
  { name: 'slideshow-split', open: (visit) => run(visit, 'layout=split') },
  {
    name: 'slideshow-information',
    async open(visit) {
      await run(visit, 'speed=3')
      await press(visit, 'i')
    },
  },
  {
    name: 'slideshow-keys',
    async open(visit) {
      await run(visit)
      await press(visit, '?')
    },
  },
  {
    name: 'slideshow-offline',
    async open(visit) {
      const { page } = visit
      await run(visit)
      await page.route('**/api/groups', (route) => route.abort())
      await page.evaluate(`dispatchEvent(new Event('online'))`)
      await page.getByRole('status').locator('[title]').waitFor()
    },
  },
]
