import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { limits } from '#contract/limits.ts'
import type { Exhibition } from '#server/domain/exhibition.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import { languageOf, placeOf, type TextsIn } from '#server/http/plain-form/page-texts.ts'
import type { Exchange } from '#server/http/route.ts'
import { urlsOf } from './addresses.ts'
import { type Galleries, robotsOf } from './gallery-answers.ts'
import { renderGallery } from './gallery-page.ts'
import { galleryStyle, styleHash } from './gallery-style.ts'

const pageGroups = 24

export const pageQuery = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.offsetMax })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  /** Instead of an offset: the page that has this group. */
  group: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
})
type PageQuery = Static<typeof pageQuery>

/** Only the page's own scripts and files run and load. */
const pageHeaders = (style: string, origins: readonly string[] | undefined): Record<string, string> => ({
  vary: 'Accept-Encoding, Accept-Language',
  // Who comes back to the page asks for it again: a photo may be withdrawn since.
  'cache-control': 'no-store',
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

async function scriptIn(folder: string): Promise<string | undefined> {
  const names = await readdir(join(folder, 'assets')).catch(() => [])
  return names.find((name) => /^web-gallery-[\w-]+\.js$/.test(name))
}

/** Returns the page of a gallery for a request; with `origins`, which may show it in a frame, the page for a frame. */
export function createPage({ deps, gallery, answers }: Galleries, folder: string, textsIn: TextsIn) {
  const { settings } = deps
  const script = scriptIn(folder)

  return async (exhibition: Exhibition, request: Exchange['request'], origins?: readonly string[]) => {
    const place = placeOf(deps, exhibition)
    const { group, limit = pageGroups, ...asked } = request.query as PageQuery
    const offset = group === undefined ? (asked.offset ?? 0) : await gallery.offsetOf(exhibition, group, limit)
    const [language, base] = [languageOf(request, place), siteUrl(request, deps.config)]
    const key = [origins ? 'embed' : 'page', exhibition.slug, language, offset, limit, base].join(' ')
    return answers(key, async () => {
      const [style, urls, name] = [galleryStyle(place.site.accentColour), urlsOf(base, exhibition), await script]
      const canEmbed = (settings.current.embedOrigins ?? []).length > 0
      const text = renderGallery({
        ...(await gallery.part(exhibition, { offset, limit })),
        ...{ t: await textsIn(language, exhibition), language, place, style, urls, offset, limit },
        name: deps.exhibitions.nameOf(exhibition.id).name,
        isIndexed: settings.current.galleryIndexed,
        isEmbedded: origins !== undefined,
        oembedUrl: canEmbed ? `${base}/api/oembed?url=${encodeURIComponent(urls.page)}` : undefined,
        script: name && `${place.basePath}/assets/${name}`,
      })
      const headers = { ...pageHeaders(style, origins), ...robotsOf(deps) }
      return { text, contentType: 'text/html; charset=utf-8', headers }
    })
  }
}
