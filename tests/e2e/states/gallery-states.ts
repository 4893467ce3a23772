import { logIn, type State, settled, type Visit } from './stage.ts'

async function come({ stage, page }: Visit, path = '/gallery') {
  const { url } = await stage.gallery()
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settled(page)
}

/** The gallery on the web and its switch. */
export const galleryStates: readonly State[] = [
  { name: 'gallery', main: true, open: (visit) => come(visit) },
  {
    name: 'gallery-photo',
    async open(visit) {
      await come(visit)
      await visit.page.locator('a.photo').nth(1).click()
      await visit.page.getByRole('dialog').waitFor()
      await settled(visit.page)
    },
  },
  { name: 'gallery-embed', open: (visit) => come(visit, '/gallery/main/embed') },
  { name: 'gallery-empty', open: (visit) => come(visit, '/gallery/klasse-4a') },
  { name: 'gallery-off', open: (visit) => come(visit, '/gallery/nowhere') },
  {
    name: 'gallery-exhibition',
    async open(visit) {
      const app = await visit.stage.gallery()
      await logIn(visit, app, app.admin)
      await visit.page.goto(`${app.url}/admin/exhibitions/1`)
      await visit.page.locator('#gallery-title').waitFor()
      await settled(visit.page)
    },
  },
  {
    name: 'gallery-rules',
    async open(visit) {
      const app = await visit.stage.gallery()
      await logIn(visit, app, app.admin)
      await visit.page.goto(`${app.url}/admin/settings?tab=consents`)
      await visit.page.locator('#gallery-rules-title').waitFor()
      await settled(visit.page)
    },
  },
]
