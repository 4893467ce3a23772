import { photoCodeOf } from '#server/domain/photo-code.ts'
import { type Html, html } from '#server/domain/text/html.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import { photoPath, urlsOf } from './addresses.ts'
import type { GalleryGroup } from './gallery.ts'
import { type Galleries, type MakeAnswer, robotsOf } from './gallery-answers.ts'

const feedGroups = 50

interface AtomFeed {
  readonly name: string
  readonly groups: readonly GalleryGroup[]
  /** Where the service is, without a slash at the end. */
  readonly base: string
  readonly urls: ReturnType<typeof urlsOf>
}

/** XML has no place for these, however they are written. */
const withoutForbidden = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')

const contentOf = ({ group, images }: GalleryGroup, base: string): string =>
  html`${group.description === null ? html`` : html`<p>${group.description}</p>`}${images.map((image) => {
    const caption = image.publishedDescription ?? ''
    const source = `${base}${photoPath(image.stem, 800)}`
    return html`<figure><img src="${source}" alt="${image.publishedAltText ?? caption}"><figcaption>${caption} ${photoCodeOf(image.id)}</figcaption></figure>`
  })}`.markup

const entry = (shown: GalleryGroup, { base, urls, name }: AtomFeed): Html => {
  const { groupId, title, name: author, year, uploadDate } = shown.group
  const id = encodeURIComponent(groupId)
  return html`<entry>
<id>urn:werkschau:group:${id}</id>
<title>${title ?? author ?? year}</title>
<author><name>${author ?? name}</name></author>
<published>${uploadDate}</published>
<updated>${uploadDate}</updated>
<link rel="alternate" type="text/html" href="${urls.page}?group=${id}#g-${id}"/>
<content type="html">${contentOf(shown, base)}</content>
</entry>
`
}

/** The groups that were uploaded last, as RFC 4287 wants it. */
function renderAtom(feed: AtomFeed): string {
  const { name, groups, urls } = feed
  const updated = groups[0]?.group.uploadDate ?? '1970-01-01T00:00:00.000Z'
  return withoutForbidden(
    html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${urls.feed}</id>
<title>${name}</title>
<updated>${updated}</updated>
<author><name>${name}</name></author>
<link rel="self" type="application/atom+xml" href="${urls.feed}"/>
<link rel="alternate" type="text/html" href="${urls.page}"/>
${groups.map((group) => entry(group, feed))}</feed>
`.markup,
  )
}

export function createFeed({ deps, gallery, answers }: Galleries): MakeAnswer {
  return (exhibition, request) => {
    const base = siteUrl(request, deps.config)
    return answers(`atom ${exhibition.slug} ${base}`, async () => {
      const { name } = deps.exhibitions.nameOf(exhibition.id)
      const groups = await gallery.newest(exhibition, feedGroups)
      const text = renderAtom({ name, groups, base, urls: urlsOf(base, exhibition) })
      return { text, contentType: 'application/atom+xml; charset=utf-8', headers: robotsOf(deps) }
    })
  }
}
