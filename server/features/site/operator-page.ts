import markdownIt from 'markdown-it'
import { pageAccent } from '#contract/site/accent.ts'
import { directionOf } from '#contract/site/languages.ts'
import type { Site } from '#contract/site.ts'
import { escaped } from '#server/domain/text/html.ts'
import { footer, type LinkedFrom } from '#server/http/plain-form/page.ts'

/** In the language of its text. */
interface OperatorPage extends LinkedFrom {
  readonly page: 'imprint' | 'privacy'
  readonly text: string
  /** CSS rules of the pages' font. */
  readonly fontRules: string
}

const styles = (site: Site): string => {
  const [light, dark] = (['light', 'dark'] as const).map((scheme) => pageAccent(scheme, site.accentColour).accent)
  return `:root{color-scheme:light dark;--wall:#f5f3ef;--ink:#26231f;--accent:${light}}
@media(prefers-color-scheme:dark){:root{--wall:#191715;--ink:#f2efe9;--accent:${dark}}}
body{font:1.0625rem/1.6 'Nunito Sans Variable',system-ui,sans-serif;background:var(--wall);color:var(--ink);max-width:42rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.2;hyphens:auto}a{color:var(--accent)}header img{max-width:8rem;height:2.25rem;object-fit:contain;vertical-align:middle;margin-inline-end:.6rem}header svg{width:1.5rem;margin-inline-end:.6rem;vertical-align:middle}header a{color:inherit;font-weight:800;text-decoration:none;display:inline-block;padding:.6rem 0}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid}footer a{display:inline-block;padding:.6rem 0;margin-inline-end:1rem}
pre{overflow-x:auto}table{border-collapse:collapse}td,th{border:1px solid;padding:.25rem .5rem;text-align:start}`
}

const logoOf = ({ logo }: Site, basePath: string): string =>
  logo === null
    ? '<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="1.25" y="1.25" width="21.5" height="21.5" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.5"/><rect x="6.5" y="6.5" width="11" height="11" rx=".75" fill="var(--accent)"/></svg>'
    : `<img src="${escaped(basePath + logo)}" alt="">`

export const operatorPageHeaders = {
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
  vary: 'accept-language',
}

export function operatorPage({ page, text, fontRules, ...shown }: OperatorPage): string {
  const { t, language, place } = shown
  const { site, basePath } = place
  const heading = escaped(t(`app.${page}`))
  const name = escaped(site.name)
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading} · ${name}</title>
<style>${fontRules}
${styles(site)}</style></head><body>
<header><a href="${escaped(basePath)}/">${logoOf(site, basePath)}${name}</a></header>
<main>${/^# /m.test(text) ? '' : `<h1>${heading}</h1>`}
${renderer.render(text)}</main>
${footer(shown).markup}</body></html>
`
}

// HTML in the text is shown as text, and only http, https and mailto addresses become links.
const renderer = markdownIt({ html: false, linkify: true, breaks: true }).disable('image')
const isAllowed = renderer.validateLink
renderer.validateLink = (url) => isAllowed(url) && (!/^[a-z][a-z0-9+.-]*:/i.test(url) || /^(https?|mailto):/i.test(url))
renderer.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'noopener nofollow')
  return self.renderToken(tokens, index, options)
}
