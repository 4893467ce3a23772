import type { Browser, BrowserContext, Page } from 'playwright-core'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { addExhibition } from '#tests/support/exhibitions.ts'
import { hangOnWeb, openGallery } from '#tests/support/gallery.ts'
import type { Scene } from '#tests/support/images/scenes.ts'
import { type DemoInstallation, demoClock, demoPhotos, furnish } from '#tests/support/pages/demo-installation.ts'
import type { Locale, Words } from '#tests/support/pages/words.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

/** The services behind the states of the pages, each started when the first state needs it. */
export interface Stage extends AsyncDisposable {
  readonly browser: Browser
  readonly photos: readonly Scene[]
  /** For visitors and owners, without limits. */
  readonly guests: () => Promise<TestApp>
  /** One request an hour. */
  readonly tight: () => Promise<TestApp>
  /** Never set up. */
  readonly bare: () => Promise<TestApp>
  /** Set up, without groups. */
  readonly empty: () => Promise<TestApp>
  /** With some variables that lock settings. */
  readonly own: () => Promise<TestApp>
  /** With several exhibitions, one of which has ended. */
  readonly several: () => Promise<
    TestApp & {
      readonly admin: Session
      readonly ended: number
      readonly open: number
      /** Of a group in the open one. */
      readonly managementToken: string
    }
  >
  /** With a gallery on the web, and an empty one. */
  readonly gallery: () => Promise<TestApp & { readonly admin: Session }>
  /** With data of three months. */
  readonly installation: () => Promise<TestApp & DemoInstallation & { readonly bot: BotApi }>
}

export interface Visit {
  readonly stage: Stage
  readonly page: Page
  readonly context: BrowserContext
  readonly locale: Locale
  readonly words: Words
}

/** A state of a page, and how to reach it. */
export interface State {
  readonly name: string
  /** The first view of a page: also checked in the short form of the tests. */
  readonly main?: true
  /** Opens a page of the demo installation as its admin, and changes nothing: it can be any tab of that admin. */
  readonly sharesTab?: true
  /** Brings the page into the state. */
  readonly open: (visit: Visit) => Promise<void>
}

const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return { get: () => (made ??= make()), made: () => made }
}

export async function setStage(): Promise<Stage> {
  const [browser, photos] = await Promise.all([launchBrowser(), demoPhotos()])
  const started: TestApp[] = []
  const start = async (...options: Parameters<typeof startApp>) => {
    const app = await startApp(...options)
    started.push(app)
    return app
  }
  const wide = {
    MANAGEMENT_RATE_LIMIT: '100000',
    UPLOAD_RATE_LIMIT: '100000',
    CONTACT_URL: 'mailto:fotos@werkstatt.example',
  }
  let bot: BotApi | undefined
  const guests = once(() => start({ env: wide }))
  const tight = once(() =>
    start({
      env: {
        MANAGEMENT_RATE_LIMIT: '1',
        UPLOAD_RATE_LIMIT: '1',
        ENABLE_HOST_RESTRICTION: 'true',
        PUBLIC_HOST: '127.0.0.1',
        INTERNAL_HOST: 'internal.test',
      },
    }),
  )
  const bare = once(() => start())
  const empty = once(() => start())
  const own = once(() =>
    start({ env: { ...wide, SITE_URL: 'https://fotos.werkstatt.example', MAX_FILE_SIZE_MB: '40' } }),
  )
  const installation = once(async () => {
    bot = await startBotApi()
    const clock = demoClock()
    const app = await start({
      env: { ...wide, ...bot.env, SITE_URL: 'https://fotos.werkstatt.example', TRUST_PROXY_HOPS: '1' },
      overrides: { clock },
    })
    return { ...app, ...(await furnish(app, clock, photos)), bot }
  })
  const several = once(async () => {
    const app = await start({ env: { ...wide, SITE_URL: 'https://fotos.werkstatt.example' } })
    const admin = await loginAsAdmin(app)
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const open = await addExhibition(admin, {
      slug: 'klasse-4a',
      name: 'Klasse 4a: Wir bauen ein Vogelhaus',
      opensAt: day(-3),
      closesAt: day(11),
      endsAt: day(40),
      accessCode: 'Amsel26',
      deletedAfterDays: 60,
      platformIds: [1],
    })
    const ended = await addExhibition(admin, { slug: 'sommerfest', name: 'Sommerfest', endsAt: day(-40) })
    await addExhibition(admin, { slug: 'advent', name: 'Adventswerkstatt', opensAt: day(9), closesAt: day(30) })
    await addExhibition(admin, { slug: 'kurs', name: 'Abendkurs Holz', closesAt: day(-2), endsAt: day(20) })
    const files = photos.slice(0, 3).map(({ name, bytes }) => ({ name, bytes }))
    const parts = { accessCode: 'Amsel26', metadata: { title: 'Vogelhaus', name: 'Mira' } }
    await uploadGroup(app, { files, parts })
    const { managementToken } = await uploadGroup(app, { files, parts: { ...parts, exhibition: open.slug } })
    return { ...app, admin, open: open.id, ended: ended.id, managementToken }
  })
  const gallery = once(async () => {
    const app = await start({ env: wide })
    const admin = await loginAsAdmin(app)
    await openGallery(admin)
    await addExhibition(admin, { slug: 'klasse-4a', name: 'Klasse 4a: Wir bauen ein Vogelhaus', gallery: true })
    await ask(admin, 'updateSettings', { json: { embedOrigins: ['https://schule.example'] } })
    for (const [title, count] of [['Ein Hocker aus Resten', 5] as const, [undefined, 1] as const]) {
      const files = photos.slice(0, count).map(({ name, bytes }) => ({ name, bytes }))
      const descriptions = photos.map(({ name, caption }) => ({ fileName: name, description: caption }))
      await hangOnWeb(app, { files, parts: { metadata: { title, name: 'Mira', year: 2026 }, descriptions } })
    }
    return { ...app, admin }
  })
  return {
    browser,
    photos,
    guests: guests.get,
    tight: tight.get,
    bare: bare.get,
    empty: empty.get,
    own: own.get,
    several: several.get,
    gallery: gallery.get,
    installation: installation.get,
    async [Symbol.asyncDispose]() {
      await browser.close()
      for (const app of started) await app[Symbol.asyncDispose]()
      await bot?.[Symbol.asyncDispose]()
    },
  }
}

export const logIn = ({ context }: Pick<Visit, 'context'>, app: TestApp, { cookie }: Session): Promise<void> =>
  context.addCookies([{ name: 'sid', value: cookie.replace('sid=', ''), url: app.url }])

/** Opens an admin page; from another one like its links do, because loading it takes five times as long. */
export async function openAdminPage(page: Page, href: string): Promise<void> {
  if (await leadsTo(page, new URL(href))) {
    const before = await page.locator('h1').elementHandle()
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(href)})`)
    await before?.waitForElementState('hidden')
  } else await page.goto(href)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The tab shows another admin page of this service, without a dialog. */
async function leadsTo(page: Page, { origin, pathname }: URL): Promise<boolean> {
  const here = new URL(page.url())
  if (here.origin !== origin || here.pathname === pathname || !here.pathname.startsWith('/admin')) return false
  return (await page.locator('h1').count()) === 1 && (await page.getByRole('dialog').count()) === 0
}

/** Nothing is loading any more, and all pictures are shown. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.evaluate(`(async () => {
    await document.fonts.ready
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })()`)
}

/** Requests of this path are never answered. */
export const never = (page: Page, path: string): Promise<unknown> => page.route(path, () => new Promise(() => {}))
/** Requests of this path do not arrive. */
export const cut = (page: Page, path: string): Promise<unknown> => page.route(path, (route) => route.abort())
