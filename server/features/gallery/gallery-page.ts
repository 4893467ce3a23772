import type { TFunction } from 'i18next'
import { directionOf } from '#contract/site/languages.ts'
import { photoCodeOf } from '#server/domain/photo-code.ts'
import { type Html, html } from '#server/domain/text/html.ts'
import { footer, type LinkedFrom } from '#server/http/plain-form/page.ts'
import { robotsTag } from '#server/http/stored-files/stored-files.ts'
import { type PhotoWidth, photoPath, type urlsOf, widths } from './addresses.ts'
import type { GalleryGroup, GalleryImage, GalleryPart } from './gallery.ts'
import { shapeOf } from './gallery-style.ts'

interface GalleryPage extends GalleryPart, LinkedFrom {
  readonly name: string
  readonly urls: ReturnType<typeof urlsOf>
  readonly offset: number
  readonly limit: number
  readonly isIndexed: boolean
  /** In a frame of another web site: links open elsewhere. */
  readonly isEmbedded: boolean
  readonly oembedUrl: string | undefined
  /** Of the script; undefined before the pages are built. */
  readonly script: string | undefined
  readonly style: string
}

/** Photos that are loaded at once; the others when they come near. */
const eager = 4
/** Pixels of a photo beside its height: rows are filled, so most are larger than the style says. */
const rowHeight = 330

const elsewhere = (isEmbedded: boolean): Html => (isEmbedded ? html` target="_blank" rel="noopener"` : html``)

/** The distinct sizes: nothing is enlarged. */
function sourceSet(basePath: string, { width: full, height, stem }: GalleryImage): Html {
  if (full === null) return html``
  const sizes: [PhotoWidth, number][] = widths.map((width) => [width, Math.min(width, full)])
  const distinct = sizes.filter(([, pixels], index) => index === 0 || pixels > (sizes[index - 1]?.[1] ?? 0))
  const set = distinct.map(([width, pixels]) => `${basePath}${photoPath(stem, width)} ${pixels}w`).join(', ')
  // Two thirds: of the fine pixels of a phone, more than those of the middle size show no difference.
  const shown = `(max-width: 40rem) 66vw, ${Math.round((rowHeight * full) / (height ?? full))}px`
  return html` srcset="${set}" sizes="${shown}" width="${full}" height="${height ?? full}"`
}

function photo(page: GalleryPage, image: GalleryImage, { isFirst }: { readonly isFirst: boolean }): Html {
  const { t, language, place, isEmbedded } = page
  const { basePath } = place
  const { stem } = image
  const code = photoCodeOf(image.id)
  const caption = image.publishedDescription
  const alt = image.publishedAltText ?? caption ?? t('lightbox.photo')
  const shape = shapeOf(image.width ?? 4, image.height ?? 3)
  const loading = isFirst ? html`` : html` loading="lazy"`
  return html`<figure class="r${shape}"><a class="photo" href="${basePath}${photoPath(stem, 1_600)}"${elsewhere(isEmbedded)}>
<img src="${basePath}${photoPath(stem, 800)}"${sourceSet(basePath, image)} alt="${alt}" decoding="async"${loading}></a>
<figcaption><span dir="auto">${caption ?? ''}</span><a class="code" href="${basePath}/removal-requests/plain-form?code=${code}&amp;language=${language}" aria-label="${t('gallery.remove', { code })}"${elsewhere(isEmbedded)}>${code}</a></figcaption></figure>
`
}

function section(page: GalleryPage, group: GalleryGroup, before: number): Html {
  const { t, language } = page
  const { title, description, name, year, groupId } = group.group
  const date = new Intl.NumberFormat(language, { useGrouping: false }).format(year)
  const [heading, ...facts] = [title, name && t('gallery.by', { name }), date].flatMap((fact) => fact || [])
  return html`<section id="g-${groupId}">
<h2 dir="auto">${heading ?? date}</h2>
${facts.length === 0 ? html`` : html`<p class="soft">${facts.map((fact, index) => html`${index === 0 ? '' : ' · '}<bdi>${fact}</bdi>`)}</p>`}
${description === null ? html`` : html`<p dir="auto">${description}</p>`}
<div class="row">${group.images.map((image, index) => photo(page, image, { isFirst: before + index < eager }))}</div>
</section>`
}

function pager({ t, offset, limit, groupCount, language }: GalleryPage): Html {
  const link = (to: number, text: string, rel: string) =>
    html`<a rel="${rel}" href="?offset=${to}&amp;limit=${limit}&amp;language=${language}">${text}</a>`
  const before = offset > 0 ? [link(Math.max(0, offset - limit), t('gallery.previous'), 'prev')] : []
  const after = offset + limit < groupCount ? [link(offset + limit, t('gallery.next'), 'next')] : []
  return before.length + after.length === 0 ? html`` : html`<nav>${[...before, ...after]}</nav>`
}

/** The script fills and opens it. */
const lightbox = (t: TFunction): Html => html`<dialog tabindex="-1" autofocus aria-label="${t('lightbox.label')}">
<img alt=""><p aria-live="polite"></p>
<button type="button" data-go="back" aria-label="${t('lightbox.previous')}">‹</button>
<button type="button" data-go="on" aria-label="${t('lightbox.next')}">›</button>
<button type="button" data-go="close" aria-label="${t('lightbox.close')}">×</button>
</dialog>`

function head(page: GalleryPage): Html {
  const { t, place, name, urls, oembedUrl, script } = page
  const title = name === place.site.name ? name : `${name} · ${place.site.name}`
  const summary = t('gallery.photos', { count: page.photoCount })
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${page.isIndexed ? html`` : html`<meta name="robots" content="${robotsTag}">`}
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${summary}">
<meta property="og:title" content="${title}"><meta property="og:description" content="${summary}"><meta property="og:type" content="website">
<link rel="canonical" href="${urls.page}">
<link rel="icon" href="${place.basePath}/favicon.svg">
<link rel="alternate" type="application/atom+xml" title="${name}" href="${urls.feed}">
${oembedUrl === undefined ? html`` : html`<link rel="alternate" type="application/json+oembed" title="${name}" href="${oembedUrl}">`}
<style>${{ markup: page.style }}</style>
${script === undefined ? html`` : html`<script type="module" src="${script}"></script>`}
`
}

/** The page of a gallery, whole without a script (D90). */
export function renderGallery(page: GalleryPage): string {
  const { t, language, place, name, groups, photoCount, isEmbedded, urls } = page
  const { site, basePath } = place
  const logo = site.logo === null ? html`` : html`<img src="${basePath}${site.logo}" alt="">`
  const brand = name === site.name ? logo : html`${logo}<span dir="auto">${site.name}</span>`
  let before = 0
  const sections = groups.map((group) => {
    const rendered = section(page, group, before)
    before += group.images.length
    return rendered
  })
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
${head(page)}
</head>
<body>
<header>${isEmbedded || brand.markup === '' ? html`` : html`<p class="brand">${brand}</p>`}
<h1 dir="auto">${name}</h1>
<p class="soft">${photoCount === 0 ? t('gallery.empty') : t('gallery.photos', { count: photoCount })}</p>
<p class="soft paper">${urls.page}</p></header>
<main>
${sections}
${pager(page)}
</main>
${footer(page, isEmbedded ? { attributes: elsewhere(isEmbedded), first: html`<a href="${urls.page}"${elsewhere(isEmbedded)}>${name}</a> ` } : {})}
${lightbox(t)}
</body>
</html>
`.markup
}
