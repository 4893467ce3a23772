import type * as contract from '#contract/gallery.ts'
import type { Query, Reply } from '#contract/operation/operation.ts'
import { type Exhibition, exhibitionNotFound } from '#server/domain/exhibition.ts'
import { normalizedHost } from '#server/domain/hosts/hosts.ts'
import { html } from '#server/domain/text/html.ts'
import { pageAt, urlsOf } from './addresses.ts'
import type { Galleries } from './gallery-answers.ts'

const frame = { width: 800, height: 600 } as const

/** Whose gallery has its page at an address. AppError EXHIBITION_NOT_FOUND for any other address. */
function exhibitionAt({ gallery }: Pick<Galleries, 'gallery'>, address: string, base: string): Exhibition {
  const [asked, own] = [URL.parse(address), new URL(base)]
  const folder = own.pathname.replace(/\/$/, '')
  const isOwn =
    asked !== null && /^https?:$/.test(asked.protocol) && normalizedHost(asked.host) === normalizedHost(own.host)
  const page = isOwn && asked.pathname.startsWith(`${folder}/`) && pageAt(asked.pathname.slice(folder.length))
  if (!page || page.isEmbedded) throw exhibitionNotFound()
  return gallery.open.withSlug(page.slug)
}

/** What another web site needs to embed a gallery; `base` is the address of the service. */
export function describeEmbed(
  { deps: { exhibitions, settings }, gallery }: Pick<Galleries, 'deps' | 'gallery'>,
  { url, maxwidth, maxheight, base }: Query<typeof contract.viewOembed> & { readonly base: string },
): Reply<typeof contract.viewOembed> {
  const exhibition = exhibitionAt({ gallery }, url, base)
  const { name } = exhibitions.nameOf(exhibition.id)
  const { embed } = urlsOf(base, exhibition)
  const [width, height] = [maxwidth ?? frame.width, maxheight ?? frame.height]
  return {
    type: 'rich',
    version: '1.0',
    title: name,
    provider_name: settings.current.siteName,
    provider_url: `${base}/`,
    html: html`<iframe src="${embed}" width="${width}" height="${height}" title="${name}" loading="lazy" style="border:0"></iframe>`
      .markup,
    width,
    height,
  }
}
