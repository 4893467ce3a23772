import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/ports/deps.ts'
import { plainPath } from './paths.ts'
import { siteDocument, siteManifest } from './site-document.ts'

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
  'cache-control': 'no-cache',
}

/** Every path that answers with the pages' one document; the browser's router picks the page. */
export const pagePaths = [
  '/',
  '/manage/:token',
  '/removal-requests',
  '/removal-requests/:requestId',
  '/admin',
  '/admin/*',
  '/slideshow',
] as const

/** The document as it goes over the wire, compressed once. */
export interface PageDocument {
  readonly identity: Buffer
  readonly gzip: Buffer
  readonly br: Buffer
}

const pageDocument = (html: string): PageDocument => {
  const identity = Buffer.from(html)
  return { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) }
}

/** The documents of the pages with the current settings. */
export interface PageDocuments {
  readonly page: PageDocument
  /** Of `/`. */
  readonly first: PageDocument
}

/** Made from the folder of the built pages, again after each change of the settings; undefined before they are built. */
export async function readDocuments(
  folder: string,
  deps: Pick<Deps, 'config' | 'settings'>,
): Promise<(() => PageDocuments) | undefined> {
  const built = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (built === undefined) return undefined
  let of: unknown
  let made: PageDocuments | undefined
  return () => {
    if (made === undefined || of !== deps.settings.current) {
      of = deps.settings.current
      const html = siteDocument(built, deps)
      made = { page: pageDocument(html), first: pageDocument(leadingToPlainForm(html)) }
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

const sendDocument = ({ headers }: FastifyRequest, reply: FastifyReply, document: PageDocument) => {
  const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip']) as 'br' | 'gzip' | null
  reply.headers(pageHeaders).header('vary', 'accept-encoding').type('text/html; charset=utf-8')
  if (encoding === null) return reply.send(document.identity)
  return reply.header('content-encoding', encoding).send(document[encoding])
}

/** Visitors without scripts send photos by the plain form. The addresses are relative, so they work with and without BASE_PATH. */
const leadingToPlainForm = (html: string): string => {
  const redirect = '<noscript><meta http-equiv="refresh" content="0; url=plain-form" /></noscript>'
  return html.replace('</head>', `  ${redirect}\n  </head>`)
}

/** A person with a browser, not a program. */
const isVisit = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true && !/^\/(api|auth)(\/|\?|$)/i.test(plainPath(url))

/** 404 with the document for a visitor at a path where nothing is, a link that was cut short and an unset imprint included: a page says so. */
export function serveNotFoundPage(
  http: FastifyInstance,
  { documents, settings }: { documents: () => PageDocuments } & Pick<Deps, 'settings'>,
): void {
  const isUnset = (path: string) =>
    (path === '/imprint' && settings.current.imprint === undefined) ||
    (path === '/privacy' && settings.current.privacy === undefined)
  http.addHook('onRequest', (request, reply, done) => {
    if ((request.is404 || isUnset(plainPath(request.url))) && isVisit(request))
      void sendDocument(request, reply.code(404), documents().page)
    else done()
  })
}

/** Serves the pages that `npm run build:web` made in `folder`. */
export async function serveWebApp(
  http: FastifyInstance,
  { folder, documents, settings }: { folder: string; documents: () => PageDocuments } & Pick<Deps, 'settings'>,
): Promise<void> {
  for (const url of pagePaths) {
    http.get(url, { config: { access: 'public' } }, async (request, reply) =>
      sendDocument(request, reply, documents()[url === '/' ? 'first' : 'page']),
    )
  }
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
        scope.get(`/${name}`, (_request, reply) => {
          reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
          return reply.send(siteManifest(built, settings.stored.values))
        })
      } else if (!/^\.|\.(br|gz|html|json)$/.test(name)) {
        scope.get(`/${name}`, (_request, reply) => reply.sendFile(name))
      }
    }
  })
}
