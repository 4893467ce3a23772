import { logIn, type State, settled, type Visit } from './stage.ts'

/** Opens a page of the installation with several exhibitions as its admin. */
async function enter(visit: Visit, path: string) {
  const several = await visit.stage.several()
  await logIn(visit, several, several.admin)
  await visit.page.goto(`${several.url}/admin${path}`)
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await visit.page.getByRole('combobox', { name: visit.words.admin('exhibitions.switch') }).waitFor()
  await settled(visit.page)
}

/** The admin pages where there are several exhibitions. */
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
]
