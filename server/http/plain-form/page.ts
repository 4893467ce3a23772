import type { TFunction } from 'i18next'
import type { ExhibitionFacts } from '#contract/exhibitions.ts'
import { pageAccent } from '#contract/site/accent.ts'
import { directionOf } from '#contract/site/languages.ts'
import type { Site } from '#contract/site.ts'
import { type Html, html } from '#server/domain/text/html.ts'

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Works in any browser: no variables, no grid. The colours are those of web/src/colors.css. */
const styleOf = (site: Site): string => {
  const [light, dark] = (['light', 'dark'] as const).map((scheme) => pageAccent(scheme, site.accentColour))
  return `
body { margin: 0; background: #f5f3ef; color: #26231f; font: 1.0625rem/1.5 system-ui, -apple-system, sans-serif; overflow-wrap: break-word } [dir=ltr] [dir=auto] { text-align: left } [dir=rtl] [dir=auto] { text-align: right }
main { max-width: 36rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1rem 0 .5rem; hyphens: auto } h2 { margin: 2rem 0 .5rem; font-size: 1.25rem }
.name { margin: 1.5rem 0 -.75rem; font-weight: bold } label { display: block; margin: 1rem 0 0 } label.tick { padding-inline-start: 2rem }
.tick input { width: 1.25rem; height: 1.25rem; margin: 0; margin-inline-start: -2rem; margin-inline-end: .75rem; vertical-align: middle }
input[type=text], input[type=file], select, textarea { display: block; box-sizing: border-box; width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .5rem; font: inherit; color: inherit; background: #fff; border: 1px solid #8c857b; border-radius: 6px }
fieldset { border: 0; min-width: 0; margin: 2rem 0 0; padding: 0 } legend { padding: 0; font-weight: bold }
small, .hint { color: #5f5953; font-size: .9375rem; display: block }
button { margin: 2rem 0; min-height: 3rem; padding: .5rem 6%; font: inherit; font-weight: bold; color: ${light?.ink}; background: ${light?.accent}; border: 0; border-radius: 6px }
a { color: ${light?.accent}; overflow-wrap: anywhere } nav a, footer a { display: inline-block; padding: .625rem .75rem .625rem 0 }
header img { max-width: 8rem; max-height: 2.25rem; margin-inline-end: .625rem; vertical-align: middle } header a { color: inherit; font-weight: bold; text-decoration: none; line-height: 2.75rem }
.link { padding: 1rem; background: #fff; border: 1px solid #dfdad2; border-radius: 6px; word-break: break-all }
@media (prefers-color-scheme: dark) {
  body { background: #191715; color: #f2efe9 } small, .hint { color: #b5aea4 } a { color: ${dark?.accent} } header a { color: inherit }
  input[type=text], input[type=file], select, textarea, .link { background: #221f1d; border-color: #8a837a }
  button { background: ${dark?.accent}; color: ${dark?.ink} }
}
@media print { nav, .no-print { display: none } }`
}

/** Whose page it is. */
export interface Place {
  /** Its texts are those of the exhibition. */
  readonly site: Site
  readonly basePath: string
  readonly exhibition: ExhibitionFacts
  /** Of this exhibition in an address, such as `&exhibition=class-4`; empty for `main`. */
  readonly query: string
  /** The path of its full page, without BASE_PATH. */
  readonly path: string
  /** The address of its plain form, without a query. */
  readonly form: string
}

const heading = ({ site: { logo, name }, basePath, form, query }: Place): Html =>
  html`<header><a href="${form}${query.replace('&', '?')}">${logo === null ? html`` : html`<img src="${basePath}${logo}" alt="">`}${name}</a></header>`

export interface LinkedFrom {
  readonly t: TFunction
  readonly language: string
  readonly place: Place
}

/** The ways to a removal request, the contact and the operator's pages; `attributes` for each link, after `first`. */
export const footer = (
  { t, language, place: { site, basePath } }: LinkedFrom,
  { attributes = html``, first = html`` }: { readonly attributes?: Html; readonly first?: Html } = {},
): Html => {
  const link = (address: string | null, label: string) =>
    address === null ? html`` : html`<a href="${address}"${attributes}>${label}</a> `
  const own = (address: string | null) =>
    address?.startsWith('/') ? `${basePath}${address}?lang=${language}` : address
  return html`<footer>${first}${link(`${basePath}/removal-requests/plain-form?language=${language}`, t('app.removal'))}${link(site.contact, t('app.contact'))}${link(own(site.imprint), t('app.imprint'))}${link(own(site.privacy), t('app.privacy'))}</footer>`
}

interface Page extends LinkedFrom {
  readonly title: string
  readonly content: Html
}

/** One of the pages that need no script. */
export function renderPage(page: Page): string {
  const { language, place, title, content } = page
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · ${place.site.name}</title>
<style>${{ markup: styleOf(place.site) }}</style>
</head>
<body><main>
${heading(place)}
${content}
${footer(page)}
</main></body>
</html>
`.markup
}
