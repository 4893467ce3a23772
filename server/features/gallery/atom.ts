import { photoCodeOf } from '#server/domain/photo-code.ts'
import { type Html, html } from '#server/http/plain-form/page.ts'
import { photoPath } from './addresses.ts'
import type { GalleryGroup } from './gallery.ts'

export interface AtomFeed {
  readonly name: string
  readonly groups: readonly GalleryGroup[]
  /** Where the service is, without a slash at the end. */
  readonly siteUrl: string
  readonly galleryUrl: string
  readonly feedUrl: string
}

/** XML has no place for these, however they are written. */
const withoutForbidden = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')

const contentOf = ({ group, images, stems }: GalleryGroup, siteUrl: string): string =>
  html`${group.description === null ? html`` : html`<p>${group.description}</p>`}${images.map((image, index) => {
    const caption = image.publishedDescription ?? ''
    const source = `${siteUrl}${photoPath(stems[index] ?? '', 800)}`
    return html`<figure><img src="${source}" alt="${image.publishedAltText ?? caption}"><figcaption>${caption} ${photoCodeOf(image.id)}</figcaption></figure>`
  })}`.markup

const entry = (shown: GalleryGroup, { siteUrl, galleryUrl, name }: AtomFeed): Html => {
  const { groupId, title, name: author, year, uploadDate } = shown.group
  return html`<entry>
<id>urn:werkschau:group:${encodeURIComponent(groupId)}</id>
<title>${title ?? author ?? year}</title>
<author><name>${author ?? name}</name></author>
<published>${uploadDate}</published>
<updated>${uploadDate}</updated>
<link rel="alternate" type="text/html" href="${galleryUrl}#g-${encodeURIComponent(groupId)}"/>
<content type="html">${contentOf(shown, siteUrl)}</content>
</entry>
`
}

/** The groups that were uploaded last, as RFC 4287 wants it. */
export function renderAtom(feed: AtomFeed): string {
  const { name, groups, galleryUrl, feedUrl } = feed
  const updated = groups[0]?.group.uploadDate ?? '1970-01-01T00:00:00.000Z'
  return withoutForbidden(
    html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${feedUrl}</id>
<title>${name}</title>
<updated>${updated}</updated>
<author><name>${name}</name></author>
<link rel="self" type="application/atom+xml" href="${feedUrl}"/>
<link rel="alternate" type="text/html" href="${galleryUrl}"/>
${groups.map((group) => entry(group, feed))}</feed>
`.markup,
  )
}
