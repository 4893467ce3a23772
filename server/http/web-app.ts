import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { mainSlug } from '#server/domain/exhibition.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { AccessDeps } from './access/management-access.ts'
import { openStaffDoor, type StaffDoor } from './access/staff-link-access.ts'
import { pathOf, plainPath } from './paths.ts'
import { exhibitionQuery, factsOf, isMain, shownExhibition } from './shown-exhibition.ts'
import { exhibitionDocument, siteDocument, siteManifest, staffDocument } from './site-document.ts'

/** Scripts, fonts and requests come from this service alone. Mantine sets its colours as styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), fullscreen=(self), screen-wake-lock=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Every path that answers with the pages' one document, besides the upload pages; the browser's router picks the page. */
const pagePaths = ['/manage/:token', '/admin', '/admin/*', '/slideshow'] as const

/** The document as it goes over the wire, compressed once. */
interface PageDocument {
  readonly identity: Buffer
  readonly gzip: Buffer
  readonly br: Buffer
}

const pageDocument = (html: string): PageDocument => {
  const identity = Buffer.from(html)
  return { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) }
}

/** The documents of the pages with the current settings. */
interface PageDocuments {
  readonly page: PageDocument
  /** Where no scripts run, it leads to the plain page at this address. */
  leadingTo(plain: string): PageDocument
  /** Of the upload page of an exhibition; undefined for an unknown one and for one that has ended (D83). */
  upload(slug: string, staff?: StaffDoor): PageDocument | undefined
}

type DocumentDeps = Pick<Deps, 'config' | 'settings' | 'exhibitions' | 'clock'>

/** Each is compressed once; few exhibitions get visitors at the same time. */
const keptDocuments = 100

function uploadDocuments(built: string, deps: DocumentDeps): PageDocuments['upload'] {
  const kept = new LRUCache<string, PageDocument>({ max: keptDocuments })
  return (slug, staff) => {
    const exhibition = shownExhibition(deps, slug)
    if (exhibition === undefined) return undefined
    const facts = factsOf(deps, exhibition, staff)
    // Whether it takes photos changes with the clock.
    const key = `${slug} ${exhibition.revision} ${facts.isOpen} ${staff?.secret ?? ''}`
    const query = exhibitionQuery(exhibition)
    const form = staff ? `${staff.secret}/plain-form` : isMain(exhibition) ? 'plain-form' : `../plain-form?${query}`
    const make = () => {
      const html = leadingToPlainForm(exhibitionDocument(built, deps, exhibition, facts), form)
      return pageDocument(staff ? staffDocument(html, deps, staff) : html)
    }
    const document = kept.get(key) ?? make()
    kept.set(key, document)
    return document
  }
}

/** Made from the folder of the built pages, again after each change of the settings; undefined before they are built. */
export async function readDocuments(folder: string, deps: DocumentDeps): Promise<(() => PageDocuments) | undefined> {
  const built = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (built === undefined) return undefined
  let of: unknown
  let made: PageDocuments | undefined
  return () => {
    if (made === undefined || of !== deps.settings.current) {
      of = deps.settings.current
      const html = siteDocument(built, deps)
      const memoMethod = (plain: string) => pageDocument(leadingToPlainForm(html, plain))
      const leading = new LRUCache<string, PageDocument>({ max: keptDocuments, memoMethod })
      made = { page: pageDocument(html), leadingTo: leading.memo.bind(leading), upload: uploadDocuments(built, deps) }
    }
    return made
  }
}

/** The rules of the pages' font, for documents beside theirs; empty before they are built. */
export async function readFontRules(folder: string, basePath: string): Promise<string> {
  const built = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '')
  const [, href] = /<link rel="stylesheet"[^>]* href="\/([^"]+)"/.exec(built) ?? []
  if (href === undefined) return ''
  const rules = (await readFile(join(folder, href), 'utf8')).match(/@font-face\{[^}]*Nunito Sans Variable[^}]*\}/g)
  return rules?.join('').replaceAll('url(./', `url(${basePath}/assets/`) ?? ''
}

const sendDocument = (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  document: PageDocument,
  cacheControl = 'no-cache',
) => {
  const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip']) as 'br' | 'gzip' | null
  reply
    .headers({ ...pageHeaders, 'cache-control': cacheControl })
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
  if (encoding === null) return reply.send(document.identity)
  return reply.header('content-encoding', encoding).send(document[encoding])
}

/** Visitors without scripts send photos by the plain form. The addresses are relative, so they work with and without BASE_PATH. */
const leadingToPlainForm = (html: string, form: string): string => {
  const redirect = `<noscript><meta http-equiv="refresh" content="0; url=${form}" /></noscript>`
  return html.replace('</head>', `  ${redirect}\n  </head>`)
}

/** A person with a browser, not a program. */
const isVisit = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true && !/^\/(api|auth)(\/|\?|$)/i.test(plainPath(url))

interface NotFoundPage extends Pick<Deps, 'settings'> {
  readonly documents: () => PageDocuments
  /** Whether the path is that of a page that is switched off. */
  readonly isClosed: (path: string) => boolean
}

/** 404 with the document for a visitor at a path where nothing is, a link that was cut short and an unset imprint included: a page says so. */
export function serveNotFoundPage(http: FastifyInstance, { documents, settings, isClosed }: NotFoundPage): void {
  const isUnset = (path: string) =>
    (path === '/imprint' && settings.current.imprint === undefined) ||
    (path === '/privacy' && settings.current.privacy === undefined)
  http.addHook('onRequest', (request, reply, done) => {
    const path = plainPath(pathOf(request.url))
    if ((request.is404 || isUnset(path) || isClosed(path)) && isVisit(request))
      void sendDocument(request, reply.code(404), documents().page)
    else done()
  })
}

interface WebApp extends DocumentDeps, AccessDeps {
  readonly folder: string
  readonly documents: () => PageDocuments
}

const isPublic = { config: { access: 'public' } } as const

/** The upload page of `main` and of each other exhibition. */
function serveUploadPages(http: FastifyInstance, { documents, config }: WebApp): void {
  http.get('/', isPublic, async (request, reply) => {
    const { page, upload } = documents()
    return sendDocument(request, reply, upload(mainSlug) ?? page)
  })
  http.get<{ Params: { slug: string } }>('/e/:slug', isPublic, async (request, reply) => {
    const { slug } = request.params
    if (slug === mainSlug) return reply.redirect(`${config.server.basePath}/`)
    const { leadingTo, upload } = documents()
    const document = upload(slug)
    const typed = slug.toLowerCase()
    if (document === undefined && upload(typed)) return reply.redirect(`${config.server.basePath}/e/${typed}`)
    if (document !== undefined) return sendDocument(request, reply, document)
    return sendDocument(request, reply.code(404), leadingTo('../plain-form?exhibition=-'))
  })
}

/** The upload page of a staff link; an invalid one says so and links to the page for everybody (D91). */
function serveStaffPage(http: FastifyInstance, app: WebApp): void {
  http.get<{ Params: { token: string } }>('/s/:token', isPublic, async (request, reply) => {
    const { leadingTo, upload } = app.documents()
    const door = await openStaffDoor(app, request)
    const document = door && upload(door.slug, door)
    if (document) return sendDocument(request, reply, document, 'no-store')
    return sendDocument(request, reply.code(404), leadingTo('../plain-form?staffLink=-'), 'no-store')
  })
}

interface StatusPage {
  readonly Params: { readonly requestId: string }
  readonly Querystring: { readonly plain?: unknown }
}

/** Each leads to its plain page where no scripts run. */
function serveRemovalRequests(http: FastifyInstance, { documents, config }: WebApp): void {
  http.get('/removal-requests', isPublic, async (request, reply) =>
    sendDocument(request, reply, documents().leadingTo('removal-requests/plain-form')),
  )
  http.get<StatusPage>('/removal-requests/:requestId', isPublic, async (request, reply) => {
    // The document is the same for each request: it leads to its own address with this query.
    if (request.query.plain === undefined) return sendDocument(request, reply, documents().leadingTo('?plain'))
    const id = encodeURIComponent(request.params.requestId)
    return reply.redirect(`${config.server.basePath}/removal-requests/${id}/plain-form`)
  })
}

/** Serves the pages that `npm run build:web` made in `folder`. */
export async function serveWebApp(http: FastifyInstance, app: WebApp): Promise<void> {
  const { folder, documents, settings } = app
  for (const url of pagePaths) {
    http.get(url, isPublic, async (request, reply) => sendDocument(request, reply, documents().page))
  }
  serveRemovalRequests(http, app)
  serveUploadPages(http, app)
  serveStaffPage(http, app)
  await http.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    const options = { preCompressed: true, index: false, cacheControl: false } as const
    const cached = (value: string) => ({
      setHeaders: (reply: FastifyReply) => void reply.header('cache-control', value),
    })
    const revalidated = cached('no-cache')
    // Names of built assets have a hash of their content: browsers do not ask whether one has changed.
    const unconditional = { etag: false, lastModified: false, acceptRanges: false }
    const immutable = { ...cached('public, max-age=31536000, immutable'), ...unconditional }
    // One route for a folder: one for each of its files would take a third of the time of a start.
    await scope.register(fastifyStatic, { ...options, root: folder, serve: false, ...revalidated })
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const { name } = entry
      if (entry.isDirectory()) {
        const place = { root: join(folder, name), prefix: `/${name}/`, decorateReply: false }
        await scope.register(fastifyStatic, { ...options, ...place, ...(name === 'assets' ? immutable : revalidated) })
      } else if (name.endsWith('.webmanifest')) {
        const built = await readFile(join(folder, name), 'utf8')
        scope.get<{ Querystring: { exhibition?: unknown } }>(`/${name}`, ({ query: { exhibition } }, reply) => {
          reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
          const shown = typeof exhibition === 'string' ? shownExhibition(app, exhibition) : undefined
          const facts = shown && !isMain(shown) ? factsOf(app, shown) : undefined
          return reply.send(siteManifest(built, settings.stored.values, facts))
        })
      } else if (!/^\.|\.(br|gz|html|json)$/.test(name)) {
        scope.get(`/${name}`, (_request, reply) => reply.sendFile(name))
      }
    }
  })
}
