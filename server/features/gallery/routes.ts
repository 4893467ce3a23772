import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/gallery.ts'
import { limits } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'
import { exhibitionNotFound, mainSlug } from '#server/domain/exhibition.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import type { TextsIn } from '#server/http/plain-form/page-texts.ts'
import type { BeforeGroups, Exchange, Route } from '#server/http/route.ts'
import { sendReady } from '#server/http/stored-files/ready-answer.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { EnsureClean } from '#server/ports/file-store.ts'
import { filesPath, pageAt } from './addresses.ts'
import { createFeed } from './atom.ts'
import { createGallery, openGalleries } from './gallery.ts'
import { createAnswers, type Galleries, type MakeAnswer } from './gallery-answers.ts'
import { createGalleryFiles } from './gallery-files.ts'
import { createPage, pageQuery } from './make-page.ts'
import { describeEmbed } from './oembed.ts'
import { presentGalleryGroup } from './present-gallery.ts'

interface Serving {
  readonly http: FastifyInstance
  readonly beforeGroups: BeforeGroups
  readonly ensureClean: EnsureClean
  /** Of the built pages. */
  readonly folder: string
  /** undefined before they are built. */
  readonly textsIn: TextsIn | undefined
}

/** Everything about the galleries (D90); with all of them off, each address is 404 and reads nothing. */
export function galleryRoutes(deps: Deps, route: Route, serving: Serving): void {
  const gallery = createGallery(deps)
  const galleries: Galleries = { deps, gallery, answers: createAnswers(deps, gallery) }
  serveOperations(galleries, route)
  serveAddresses(galleries, serving)
}

/** AppError EXHIBITION_NOT_FOUND while no other web site may embed it. */
function embedOrigins({ settings }: Pick<Deps, 'settings'>): readonly string[] {
  const { embedOrigins: origins = [] } = settings.current
  if (origins.length === 0) throw exhibitionNotFound()
  return origins
}

function serveOperations({ deps, gallery, answers }: Galleries, route: Route): void {
  const { config, exhibitions } = deps

  route(contract.viewGallery, async ({ params, query, request, reply }) => {
    const exhibition = gallery.open.withSlug(params.slug)
    const { limit = limits.listDefault, offset = 0 } = query
    const answer = await answers(`json ${exhibition.slug} ${offset} ${limit}`, async () => {
      const { groups, groupCount: totalCount } = await gallery.part(exhibition, { offset, limit })
      const slug = exhibitions.all.length > 1 ? exhibition.slug : undefined
      const shown = groups.map((each) => presentGalleryGroup(each, slug))
      const body = { exhibition: exhibitions.nameOf(exhibition.id), groups: shown, totalCount }
      return { text: JSON.stringify(body), contentType: 'application/json; charset=utf-8', headers: {} }
    })
    return sendReady(answer, request, reply)
  })

  route(contract.viewOembed, ({ query, request }) => {
    embedOrigins(deps)
    return describeEmbed({ deps, gallery }, { ...query, base: siteUrl(request, config) })
  })
}

interface Asked {
  readonly Params: { readonly slug?: string; readonly name?: string }
}

function serveAddresses(galleries: Galleries, { http, beforeGroups, ensureClean, folder, textsIn }: Serving): void {
  const { deps, gallery } = galleries
  const options = { config: { access: 'public' }, schema: { querystring: pageQuery } } as const

  /** Answers while a gallery is on, after a due migration; otherwise like an unknown path. */
  const serve = (url: string, answer: (params: Asked['Params'], exchange: Exchange) => Promise<unknown>) =>
    http.get<Asked>(url, options, async (request, reply) => {
      if (!gallery.open.any()) throw new AppError('NOT_FOUND', 'Nothing is at this path')
      await beforeGroups(reply)
      return answer(request.params, { request, reply })
    })
  const serveOf = (url: string, make: MakeAnswer) =>
    serve(url, async ({ slug }, { request, reply }) =>
      sendReady(await make(gallery.open.withSlug(slug || mainSlug), request), request, reply),
    )

  const sendPhoto = createGalleryFiles({ ...deps, ensureClean }, gallery)
  // Not every name: an exhibition may have the slug `files`.
  serve(`${filesPath}:name.jpg`, ({ name = '' }, exchange) => sendPhoto(name, exchange))
  serveOf('/gallery/:slug/feed.atom', createFeed(galleries))
  if (textsIn === undefined) return
  const page = createPage(galleries, folder, textsIn)
  for (const url of ['/gallery', '/gallery/:slug']) serveOf(url, page)
  serveOf('/gallery/:slug/embed', (exhibition, request) => page(exhibition, request, embedOrigins(deps)))
}

/** For the page of a path where nothing is: whether it is that of a gallery that is off. */
export function isClosedGallery(deps: Deps): (path: string) => boolean {
  const open = openGalleries(deps)
  return (path) => {
    const found = pageAt(path)
    if (found === undefined) return false
    return !open.has(found.slug) || (found.isEmbedded && !deps.settings.current.embedOrigins?.length)
  }
}
