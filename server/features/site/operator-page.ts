import markdownIt from 'markdown-it'
import type { LanguageTexts } from '#contract/settings/site-settings.ts'
import { pageAccent } from '#contract/site/accent.ts'
import type { Language } from '#contract/site/languages.ts'
import { directionOf } from '#contract/site/languages.ts'
import type { Site } from '#contract/site.ts'
import { acceptedLanguages } from '#server/domain/consents/consent-texts.ts'
import { textFor } from '#server/domain/settings/site.ts'
import { escaped } from '#server/domain/text/html.ts'

const headings: Record<'imprint' | 'privacy', Record<Language, string>> = {
  imprint: {
    de: 'Impressum',
    en: 'Imprint',
    fr: 'Mentions légales',
    es: 'Aviso legal',
    it: 'Note legali',
    nl: 'Colofon',
    pl: 'Nota prawna',
    pt: 'Aviso legal',
    tr: 'Künye',
    uk: 'Вихідні дані',
    ar: 'بيانات الناشر',
    fa: 'شناسنامه',
  },
  privacy: {
    de: 'Datenschutz',
    en: 'Privacy',
    fr: 'Confidentialité',
    es: 'Privacidad',
    it: 'Privacy',
    nl: 'Privacy',
    pl: 'Prywatność',
    pt: 'Privacidade',
    tr: 'Gizlilik',
    uk: 'Приватність',
    ar: 'الخصوصية',
    fa: 'حریم خصوصی',
  },
}

interface OperatorPage {
  readonly page: 'imprint' | 'privacy'
  readonly texts: LanguageTexts
  readonly site: Site
  readonly basePath: string
  readonly lang: string | undefined
  readonly acceptLanguage: string | undefined
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

/** To the operator's other page and to a person. */
function footer({ page, site, basePath }: OperatorPage, language: Language): string {
  const other = page === 'imprint' ? 'privacy' : 'imprint'
  const address = site[other]
  const href = address?.startsWith('/') ? `${basePath}${address}?lang=${language}` : address
  const links: readonly (readonly [string | null, string])[] = [
    [href ?? null, headings[other][language]],
    [site.contact, site.contact?.replace(/^(mailto:|https?:\/\/)/, '') ?? ''],
  ]
  const anchors = links.map(([target, label]) => target && `<a href="${escaped(target)}">${escaped(label)}</a>`)
  return anchors.some(Boolean) ? `<footer>${anchors.join(' ')}</footer>` : ''
}

/** Of the page's answers. */
export const operatorPageHeaders = {
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
  vary: 'accept-language',
}

/** The imprint or the privacy text of the operator as HTML; undefined where there is none. */
export function operatorPage(asked: OperatorPage): string | undefined {
  const { page, texts, site, basePath, lang, acceptLanguage } = asked
  const found = textFor(texts, [lang ?? '', ...acceptedLanguages(acceptLanguage ?? '')])
  if (found === undefined) return undefined
  const { language, text } = found
  const heading = headings[page][language]
  const name = escaped(site.name)
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading} · ${name}</title>
<style>${asked.fontRules}
${styles(site)}</style></head><body>
<header><a href="${escaped(basePath)}/">${logoOf(site, basePath)}${name}</a></header>
<main>${/^# /m.test(text) ? '' : `<h1>${heading}</h1>`}
${renderer.render(text)}</main>
${footer(asked, language)}</body></html>
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
