import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import * as contract from '#contract/gallery.ts'
import { limits } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'
import { type Exhibition, exhibitionNotFound, mainSlug } from '#server/domain/exhibition.ts'
import { normalizedHost } from '#server/domain/hosts/hosts.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import { html } from '#server/http/plain-form/page.ts'
import { createPageTexts, languageOf, placeOf } from '#server/http/plain-form/page-texts.ts'
import type { BeforeGroups, Exchange, Route } from '#server/http/route.ts'
import { sendReady } from '#server/http/stored-files/ready-answer.ts'
import type { Deps } from '#server/ports/deps.ts'
import { filesPath } from './addresses.ts'
import { renderAtom } from './atom.ts'
import { createGallery, type Gallery, openGalleries } from './gallery.ts'
import { type Answers, type Content, createAnswers } from './gallery-answers.ts'
import { createGalleryFiles } from './gallery-files.ts'
import { renderGallery } from './gallery-page.ts'
import { galleryStyle, styleHash } from './gallery-style.ts'
import { presentGalleryGroup } from './present-gallery.ts'

const pageGroups = 24
const feedGroups = 50
const frame = { width: 800, height: 600 } as const

interface Serving {
  readonly http: FastifyInstance
  readonly beforeGroups: BeforeGroups
  /** Of the built pages; undefined before they are built. */
  readonly folder: string | undefined
}

interface Galleries {
  readonly deps: Deps
  readonly gallery: Gallery
  readonly answers: Answers
}

/** AppError EXHIBITION_NOT_FOUND while its gallery is off. */
function openExhibition({ gallery }: Pick<Galleries, 'gallery'>, slug: string): Exhibition {
  const exhibition = gallery.open.withSlug(slug)
  if (exhibition === undefined) throw exhibitionNotFound()
  return exhibition
}

/** AppError EXHIBITION_NOT_FOUND while no web site may show it. */
function embedOrigins({ deps }: Pick<Galleries, 'deps'>): readonly string[] {
  const { embedOrigins: origins = [] } = deps.settings.current
  if (origins.length === 0) throw exhibitionNotFound()
  return origins
}

const pathOf = ({ slug }: Exhibition): string => (slug === mainSlug ? '/gallery' : `/gallery/${slug}`)

/** Everything about the galleries (D90); with all of them off, each address is 404 and reads nothing. */
export function galleryRoutes(deps: Deps, route: Route, { http, beforeGroups, folder }: Serving): void {
  const gallery = createGallery(deps)
  const galleries: Galleries = { deps, gallery, answers: createAnswers(deps, gallery) }
  serveOperations(galleries, route)
  serveFiles(galleries, { http, beforeGroups })
  serveFeeds(galleries, { http, beforeGroups })
  if (folder !== undefined) servePages(galleries, { http, beforeGroups, folder })
}

function serveOperations(galleries: Galleries, route: Route): void {
  const { deps, gallery, answers } = galleries
  const { config, settings, exhibitions } = deps

  route(contract.viewGallery, async ({ params, query, request, reply }) => {
    const exhibition = openExhibition(galleries, params.slug)
    const { limit = limits.listDefault, offset = 0 } = query
    const answer = await answers(`json ${exhibition.slug} ${offset} ${limit}`, async () => {
      const { groups, groupCount: totalCount } = await gallery.part(exhibition, { offset, limit })
      const slug = exhibitions.all.length > 1 ? exhibition.slug : undefined
      const body = {
        exhibition: exhibitions.nameOf(exhibition.id),
        groups: groups.map((each) => presentGalleryGroup(each, slug)),
        totalCount,
      }
      return {
        text: JSON.stringify(body),
        contentType: 'application/json; charset=utf-8',
        headers: { vary: 'Accept-Encoding' },
      }
    })
    return sendReady(answer, request, reply)
  })

  route(contract.viewOembed, ({ query: { url, maxwidth, maxheight }, request }) => {
    embedOrigins(galleries)
    const base = siteUrl(request, config)
    const exhibition = openExhibition(galleries, slugIn(url, base) ?? '')
    const { name } = exhibitions.nameOf(exhibition.id)
    const [width, height] = [Math.min(maxwidth ?? frame.width, 10_000), Math.min(maxheight ?? frame.height, 10_000)]
    const source = `${base}/gallery/${exhibition.slug}/embed`
    return {
      type: 'rich' as const,
      version: '1.0' as const,
      title: name,
      provider_name: settings.current.siteName,
      provider_url: `${base}/`,
      html: html`<iframe src="${source}" width="${width}" height="${height}" title="${name}" loading="lazy" style="border:0"></iframe>`
        .markup,
      width,
      height,
    }
  })
}

/** The exhibition whose gallery is at an address; undefined for an address of another site or page. */
function slugIn(address: string, base: string): string | undefined {
  const [asked, own] = [URL.parse(address), new URL(base)]
  if (asked === null || !/^https?:$/.test(asked.protocol) || normalizedHost(asked.host) !== normalizedHost(own.host))
    return undefined
  const folder = own.pathname.replace(/\/$/, '')
  if (!asked.pathname.startsWith(`${folder}/`)) return undefined
  const found = /^\/gallery(?:\/([a-z0-9-]+))?\/?$/.exec(asked.pathname.slice(folder.length))
  return found ? (found[1] ?? mainSlug) : undefined
}

const isPublic = { config: { access: 'public' } } as const
type Serve = Pick<Serving, 'http' | 'beforeGroups'>

/** Answers while a gallery is on, after a due migration; else as a path where nothing is. */
function whileOpen({ gallery }: Galleries, beforeGroups: BeforeGroups) {
  return async (reply: FastifyReply): Promise<void> => {
    if (!gallery.open.any()) throw new AppError('NOT_FOUND', 'Nothing is at this path')
    await beforeGroups(reply)
  }
}

function serveFiles(galleries: Galleries, { http, beforeGroups }: Serve): void {
  const ready = whileOpen(galleries, beforeGroups)
  const send = createGalleryFiles(galleries.deps, galleries.gallery)
  http.get<{ Params: { name: string } }>(`${filesPath}:name`, isPublic, async (request, reply) => {
    await ready(reply)
    return send(request.params.name, { request, reply })
  })
}

interface Asked {
  readonly Params: { readonly slug?: string }
  readonly Querystring: { readonly offset?: number; readonly limit?: number }
}

/** Where an exhibition may have the slug `files`, too. */
const below = (name: string) => [`/gallery/:slug/${name}`, `${filesPath}${name}`]
const slugAsked = ({ params: { slug }, url }: { params: { slug?: string }; url: string }) =>
  slug ?? (url.startsWith(filesPath) ? 'files' : mainSlug)

function serveFeeds(galleries: Galleries, { http, beforeGroups }: Serve): void {
  const { deps, gallery, answers } = galleries
  const ready = whileOpen(galleries, beforeGroups)
  for (const url of below('feed.atom')) {
    http.get<Asked>(url, isPublic, async (request, reply) => {
      await ready(reply)
      const exhibition = openExhibition(galleries, slugAsked(request))
      const base = siteUrl(request, deps.config)
      const answer = await answers(`atom ${exhibition.slug} ${base}`, async () => {
        const { name } = deps.exhibitions.nameOf(exhibition.id)
        const groups = await gallery.newest(exhibition, feedGroups)
        const urls = {
          siteUrl: base,
          galleryUrl: `${base}${pathOf(exhibition)}`,
          feedUrl: `${base}/gallery/${exhibition.slug}/feed.atom`,
        }
        return {
          text: renderAtom({ name, groups, ...urls }),
          contentType: 'application/atom+xml; charset=utf-8',
          headers: { vary: 'Accept-Encoding', ...robotsOf(deps) },
        }
      })
      return sendReady(answer, request, reply)
    })
  }
}

const robotsOf = ({ settings }: Pick<Deps, 'settings'>): Record<string, string> =>
  settings.current.galleryIndexed ? {} : { 'x-robots-tag': 'noindex, noimageindex' }

const pageQuery = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.offsetMax })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  language: Type.Optional(Type.String()),
})

function servePages(galleries: Galleries, { http, beforeGroups, folder }: Serve & { readonly folder: string }): void {
  const ready = whileOpen(galleries, beforeGroups)
  const page = createPage(galleries, folder)
  const options = { ...isPublic, schema: { querystring: pageQuery } }
  for (const url of ['/gallery', '/gallery/:slug']) {
    http.get<Asked>(url, options, async (request, reply) => {
      await ready(reply)
      return page({ request, reply }, { exhibition: openExhibition(galleries, slugAsked(request)) })
    })
  }
  for (const url of below('embed')) {
    http.get<Asked>(url, options, async (request, reply) => {
      await ready(reply)
      const origins = embedOrigins(galleries)
      return page({ request, reply }, { exhibition: openExhibition(galleries, slugAsked(request)), origins })
    })
  }
}

interface Shown {
  readonly exhibition: Exhibition
  /** Web sites that may show it in a frame; absent: none. */
  readonly origins?: readonly string[]
}

/** Nothing runs or loads but what is the page's own. */
const pageHeaders = (style: string, origins: readonly string[] | undefined): Record<string, string> => ({
  vary: 'Accept-Encoding, Accept-Language',
  'content-security-policy': [
    // The last for tools that read /robots.txt in the page.
    "default-src 'none'; img-src 'self'; script-src 'self'; connect-src 'self'",
    `style-src ${styleHash(style)}`,
    "form-action 'none'; base-uri 'none'",
    `frame-ancestors ${origins?.join(' ') ?? "'none'"}`,
  ].join('; '),
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  ...(origins === undefined && { 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' }),
})

function createPage({ deps, gallery, answers }: Galleries, folder: string) {
  const textsIn = createPageTexts(folder, deps)
  const script = scriptOf(folder)

  async function render(
    exhibition: Exhibition,
    asked: Omit<PageQuery, 'origins'> & Pick<Shown, 'origins'>,
  ): Promise<Content> {
    const place = placeOf(deps, exhibition)
    const { language, offset, limit, base, origins } = asked
    const style = galleryStyle(place.site.accentColour)
    const isIndexed = deps.settings.current.galleryIndexed
    const galleryUrl = `${base}${pathOf(exhibition)}`
    const canEmbed = (deps.settings.current.embedOrigins ?? []).length > 0
    const name = await script
    const text = renderGallery({
      ...(await gallery.part(exhibition, { offset, limit })),
      ...{ t: await textsIn(language, exhibition), language, place, style, offset, limit, isIndexed, galleryUrl },
      name: deps.exhibitions.nameOf(exhibition.id).name,
      path: origins === undefined ? pathOf(exhibition) : `/gallery/${exhibition.slug}/embed`,
      isEmbedded: origins !== undefined,
      feedUrl: `${base}/gallery/${exhibition.slug}/feed.atom`,
      oembedUrl: canEmbed ? `${base}/api/oembed?url=${encodeURIComponent(galleryUrl)}` : undefined,
      script: name && `${place.basePath}/assets/${name}`,
    })
    return {
      text,
      contentType: 'text/html; charset=utf-8',
      headers: { ...pageHeaders(style, origins), ...robotsOf(deps) },
    }
  }

  return async ({ request, reply }: Exchange, { exhibition, origins }: Shown) => {
    const { offset = 0, limit = pageGroups }: Asked['Querystring'] = request.query ?? {}
    const asked = {
      language: languageOf(request, placeOf(deps, exhibition)),
      offset,
      limit,
      base: siteUrl(request, deps.config),
    }
    const key = `${origins === undefined ? 'page' : 'embed'} ${exhibition.slug} ${Object.values(asked).join(' ')}`
    const answer = await answers(key, () => render(exhibition, { ...asked, ...(origins && { origins }) }))
    return sendReady(answer, request, reply)
  }
}

interface PageQuery {
  readonly language: string
  readonly offset: number
  readonly limit: number
  readonly base: string
}

async function scriptOf(folder: string): Promise<string | undefined> {
  const names = await readdir(join(folder, 'assets')).catch(() => [])
  return names.find((name) => /^web-gallery-[\w-]+\.js$/.test(name))
}

/** For the page of a path where nothing is: whether it is that of a gallery that is off. */
export function isClosedGallery(deps: Deps): (path: string) => boolean {
  const open = openGalleries(deps)
  return (path) => {
    const found = /^\/gallery(?:\/([^/?]+)(\/embed)?)?(?:\?|$)/.exec(path)
    if (found === null) return false
    const [, slug = mainSlug, embed] = found
    return open.withSlug(slug) === undefined || (embed !== undefined && !deps.settings.current.embedOrigins?.length)
  }
}
