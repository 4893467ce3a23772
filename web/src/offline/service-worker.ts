/// <reference lib="webworker" />
// Caches the document and files of the upload page and the slideshow, so that they open without a connection, and nothing
// else. Other requests, such as those with a token or personal data, always go to the network.
// The slideshow saves its feed and photos itself: it knows what was withdrawn (features/slideshow).
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** Written by the build (web/service-worker-build.ts). */
declare const __BUILD__: {
  /** Changes with every build. */
  readonly version: string
  /** Files of the upload page. */
  readonly upload: readonly string[]
  /** Additional files of the slideshow. */
  readonly slideshow: readonly string[]
  /** By language, besides German and English, which are among the files of the upload page. */
  readonly texts: Readonly<Record<string, readonly string[]>>
}

const build = __BUILD__
/** BASE_PATH: where this worker is. */
const base = new URL('.', worker.location.href).pathname.slice(0, -1)
const prefix = `werkschau-pages-${base}`
const current = `${prefix}${build.version}`
const start = '/start.js'
/** As in features/upload/draft/shared-photos.ts. */
const sharedPhotosCache = 'werkschau-shared'
const withBasePath = (path: string) => base + path
/** After this a cached page is better than none. */
const timeoutMs = 10_000

/** From the server, past the browser's own cache. */
const fresh = (path: string) => new Request(withBasePath(path), { cache: 'reload' })

/** In the first of the browser's languages that there is; those of another one are kept when they are loaded. */
const operatorTexts = (): readonly string[] => {
  const own = navigator.languages.map((tag) => tag.split('-')[0] ?? '').find((language) => language in build.texts)
  return own === undefined ? [] : (build.texts[own] ?? [])
}

/** All or nothing: a cached document always finds its files. */
const install = async (): Promise<void> => {
  const cache = await caches.open(current)
  await cache.addAll([fresh('/'), fresh(start), ...[...build.upload, ...operatorTexts()].map(withBasePath)])
  if (await caches.match(withBasePath('/slideshow'))) await keepSlideshow()
  for (const path of await keptExhibitions()) await keepExhibition(path)
}

const isExhibition = (path: string) => /^\/e\/[a-z0-9-]+$/.test(path)

/** Upload pages that this device has opened, of any build. */
const keptExhibitions = async (): Promise<ReadonlySet<string>> => {
  const paths = new Set<string>()
  for (const name of await pageCaches()) {
    for (const { url } of await (await caches.open(name)).keys()) paths.add(new URL(url).pathname.slice(base.length))
  }
  return new Set([...paths].filter(isExhibition))
}

/** The document of an exhibition's upload page; gone with the exhibition. */
const keepExhibition = async (path: string): Promise<void> => {
  const cache = await caches.open(current)
  const document = await fetch(fresh(path)).catch(() => undefined)
  if (document?.ok) await cache.put(withBasePath(path), document)
  else if (document?.status === 404) await forget(path)
}

/** Only where the slideshow was opened, so that visitors' phones do not load it; the public host refuses (D39). */
const keepSlideshow = async (): Promise<void> => {
  const document = await fetch(fresh('/slideshow'))
  if (!document.ok) return
  const cache = await caches.open(current)
  await cache.addAll(build.slideshow.map(withBasePath))
  await cache.put(withBasePath('/slideshow'), document)
}

const pageCaches = async () => (await caches.keys()).filter((name) => name.startsWith(prefix))

/** The files of the build before stay for pages that are still open. */
const removeOld = async (): Promise<void> => {
  const old = (await pageCaches()).filter((name) => name !== current)
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
}

const forget = async (path: string): Promise<void> => {
  for (const name of await pageCaches()) await (await caches.open(name)).delete(withBasePath(path))
}

const kept = async (path: string): Promise<Response | undefined> =>
  (await caches.open(current)).match(withBasePath(path))

/** From the server whenever it answers, so that an update takes effect immediately. */
const networkFirst = async (request: Request, path: string): Promise<Response> => {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))
  const asked = fetch(request)
  try {
    const response = await Promise.race([asked, late.then(() => kept(path))])
    const isGone = response?.status === (path === '/slideshow' ? 403 : 404)
    if (isGone && path !== '/') await forget(path)
    // A proxy answers 502 while the service behind it is stopped.
    if (response && response.status < 500) return response
    return (await kept(path)) ?? (await asked)
  } catch (error) {
    const response = await kept(path)
    if (response) return response
    throw error
  }
}

const modulePreload = /<link rel="modulepreload"[^>]*>/g

/** A page without its hints for a far network: the files are near, and Chromium warns of modules that were loaded ahead. */
const nearPage = async (asked: Promise<Response>): Promise<Response> => {
  const page = await asked
  if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html')) return page
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response((await page.text()).replace(modulePreload, ''), { headers })
}

/** The names of built files contain a hash of their content. */
const cacheFirst = async (request: Request, path: string): Promise<Response> => {
  const cached = await caches.match(withBasePath(path))
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok && Object.values(build.texts).flat().includes(path)) {
    await (await caches.open(current)).put(withBasePath(path), response.clone())
  }
  return response
}

/** Photos that another app shared, until the upload page takes them: that of the exhibition from which it was installed. */
const receiveShared = async (request: Request): Promise<Response> => {
  const exhibition = `/e/${new URL(request.url).searchParams.get('exhibition')}`
  const page = isExhibition(exhibition) ? exhibition : '/'
  const photos = (await request.formData()).getAll('photos')
  const cache = await caches.open(sharedPhotosCache)
  for (const [n, photo] of photos.entries()) {
    if (typeof photo === 'string') continue
    const headers = { 'x-file-name': encodeURIComponent(photo.name) }
    await cache.put(withBasePath(`/shared/${Date.now()}-${n}`), new Response(photo, { headers }))
  }
  return Response.redirect(withBasePath(`${page}?shared`), 303)
}

worker.addEventListener('install', (event) => {
  event.waitUntil(install())
  void worker.skipWaiting()
})
worker.addEventListener('activate', (event) => event.waitUntil(removeOld()))
worker.addEventListener('message', (event) => {
  if (event.data === 'keep-slideshow') event.waitUntil(keepSlideshow())
  if (event.data === 'keep-exhibition' && event.source && 'url' in event.source) {
    const path = new URL(event.source.url).pathname.slice(base.length)
    if (isExhibition(path)) event.waitUntil(keepExhibition(path))
  }
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname: asked } = new URL(request.url)
  if (request.method === 'POST' && asked === withBasePath('/share')) return event.respondWith(receiveShared(request))
  if (request.method !== 'GET' || origin !== worker.location.origin || !asked.startsWith(withBasePath('/'))) return
  const pathname = asked.slice(base.length)
  const isPage = request.mode === 'navigate' && (['/', '/slideshow'].includes(pathname) || isExhibition(pathname))
  if (isPage) event.respondWith(nearPage(networkFirst(request, pathname)))
  else if (pathname === start) event.respondWith(networkFirst(request, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(cacheFirst(request, pathname))
})
