import type { ExhibitionFacts } from '#contract/exhibitions.ts'
import { type Accent, accentIn } from '#contract/site/accent.ts'
import { wordingOf } from '#server/domain/consents/consent-texts.ts'
import type { Exhibition } from '#server/domain/exhibition.ts'
import { exhibitionTexts } from '#server/domain/settings/exhibition-texts.ts'
import { operatorTexts } from '#server/domain/settings/page-texts.ts'
import type { Settings } from '#server/domain/settings/settings.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import type { StoredValues } from '#server/domain/settings/stored-settings.ts'
import { escaped } from '#server/domain/text/html.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { StaffDoor } from './access/staff-link-access.ts'
import { documentBelow } from './paths.ts'
import { exhibitionQuery, isMain, isPlain, uploadPath } from './shown-exhibition.ts'

type Source = Pick<Deps, 'config' | 'settings'>

/** Whose document it is. */
interface Shown extends Source {
  /** The texts in force are those of the exhibition already; undefined where the page has nothing to say of it. */
  readonly exhibition?: ExhibitionFacts | undefined
  readonly title: string
}

const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** `:root` twice, to take precedence over colors.css and Mantine. */
const schemeRule = (scheme: 'light' | 'dark', { accent, hover, soft, ink }: Accent): string => {
  const variables = {
    '--accent': accent,
    '--accent-hover': hover,
    '--accent-soft': soft,
    '--on-accent': ink,
    ...Object.fromEntries(
      ['filled', 'text', 'outline', 'light-color'].flatMap((name) => [
        [`--mantine-color-reseda-${name}`, accent],
        [`--mantine-primary-color-${name}`, accent],
      ]),
    ),
    '--mantine-color-anchor': accent,
    '--mantine-color-reseda-light-hover': soft,
    '--mantine-primary-color-light-hover': soft,
    [scheme === 'light' ? '--mantine-color-reseda-7' : '--mantine-color-reseda-3']: accent,
    '--mantine-primary-color-filled-hover': hover,
  }
  const text = Object.entries(variables).map(([name, value]) => `${name}:${value}`)
  return `:root:root[data-mantine-color-scheme="${scheme}"]{${text.join(';')}}`
}

const coloursOf = (colour: string): string => {
  const rules = (['light', 'dark'] as const).map((scheme) => schemeRule(scheme, accentIn(scheme, colour)))
  return `<style id="site-colours">${rules.join('')}:root:root{--label-accent:${accentIn('light', colour).accent}}</style>`
}

/** The operator has set a name or a logo. */
const isNamed = ({ siteName, logo }: StoredValues) => siteName !== undefined || logo !== undefined

function attributesOf({ config: { server }, settings: { current, stored }, exhibition }: Shown): string {
  const { logo, imprint, privacy, minorsTick, consentTexts } = siteOf(current)
  const withBasePath = (address: string | null) => (address?.startsWith('/') ? `${server.basePath}${address}` : address)
  const attributes = {
    languages: current.languages?.join(' ') ?? null,
    logo: withBasePath(logo),
    imprint: withBasePath(imprint),
    privacy: withBasePath(privacy),
    minors: minorsTick ? null : 'off',
    wording: wordingOf(consentTexts),
    mb: String(current.maxFileSizeMb),
    days: String(current.cleanupRetentionDays),
    device: current.sharedDevices ? 'shared' : null,
    named: isNamed(stored.values) ? 'on' : null,
    exhibition: exhibition === undefined ? null : JSON.stringify({ ...exhibition, site: current.siteName }),
  }
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === null ? [] : [` data-${name}="${escaped(value)}"`]))
    .join('')
}

/** How a link to the site looks in a chat, and the browser's icons. */
function linkPreview({ config: { server }, settings: { current, stored }, title, exhibition }: Shown): string {
  const { siteUrl = '', basePath } = server
  const icon = current.logo && `/api/site/icons/icon-512?v=${current.logo.version}`
  if (!isNamed(stored.values) && exhibition === undefined) return ''
  const base = siteUrl === '' ? basePath : siteUrl
  const properties = {
    'og:title': title,
    'og:type': 'website',
    ...(icon && { 'og:image': `${base}${icon}` }),
  }
  return Object.entries(properties)
    .map(([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`)
    .join('')
}

function headOf(source: Shown): string {
  const { current } = source.settings
  const texts = operatorTexts(current)
  return [
    current.contact === undefined ? '' : `<meta name="contact" content="${escaped(current.contact)}" />`,
    linkPreview(source),
    current.accentColour === undefined ? '' : coloursOf(current.accentColour),
    Object.keys(texts).length === 0 ? '' : `<script type="application/json" id="own-texts">${inScript(texts)}</script>`,
  ]
    .filter(Boolean)
    .map((each) => `\n    ${each}`)
    .join('')
}

/** The first words of the page, which appear before its scripts run. */
const withLeads = (html: string, { welcomeText = {} }: Settings): string =>
  Object.entries(welcomeText).reduce(
    (all, [language, lead]) =>
      all.replace(
        new RegExp(`(<div class="upload-hero" lang="${language}"><h1>[^<]*</h1><p>)[^<]*`),
        (_, before: string) => `${before}${escaped(lead)}`,
      ),
    html,
  )

const withLogo = (html: string, { logo }: Settings, basePath: string): string => {
  if (logo === undefined) return html
  const icon = (name: string) => `${basePath}/api/site/icons/${name}?v=${logo.version}`
  return html
    .replace(
      /<a class="wordmark"([^>]*>\s*)<svg[\s\S]*?<\/svg>/,
      (_, before: string) =>
        `<a class="wordmark with-logo"${before}<img src="${basePath}/api/site/logo?v=${logo.version}" alt="" />`,
    )
    .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${icon('icon-192')}" type="image/png" />`)
    .replace(/(<link rel="apple-touch-icon" href=")[^"]*/, (_, before: string) => `${before}${icon('apple-touch-180')}`)
}

/** Without scripts nobody can ask for a removal on the page. */
const withContact = (html: string, { contact }: Settings): string => {
  if (contact === undefined) return html
  const label = contact.replace(/^(mailto:|https?:\/\/)/, '')
  const link = `<p class="page-column"><a href="${escaped(contact)}">${escaped(label)}</a></p>`
  return html.replace('</noscript>', () => `${link}</noscript>`)
}

/** The first words of a page that takes no photos are its own, which need the scripts. */
const withoutLeads = (html: string): string => html.replace(/<div class="upload-hero"[\s\S]*?<\/div>\s*/g, '')

const withName = (html: string, name: string): string =>
  html.replaceAll(
    /(<div class="upload-hero"[^>]*>)/g,
    (_, hero: string) => `${hero}<p class="upload-name"><bdi>${escaped(name)}</bdi></p>`,
  )

/** The built document with the operator's settings and the configuration of this site. */
export function siteDocument(built: string, source: Source): string {
  const { siteName: title } = source.settings.current
  return documentOf(built, { ...source, title })
}

/** The upload page of an exhibition; that of `main` differs only where it has rules of its own (D83). */
export function exhibitionDocument(
  built: string,
  source: Source,
  exhibition: Exhibition,
  facts: ExhibitionFacts,
): string {
  const { current } = source.settings
  const settings = { ...source.settings, current: { ...current, ...exhibitionTexts(current, exhibition) } }
  const { siteName } = current
  if (isPlain(exhibition)) return documentOf(built, { ...source, settings, title: siteName })
  const page = facts.isOpen ? built : withoutLeads(built)
  if (isMain(exhibition)) return documentOf(page, { ...source, settings, exhibition: facts, title: siteName })
  const title = `${facts.name} · ${siteName}`
  return withName(documentOf(page, { ...source, settings, exhibition: facts, title }), facts.name)
    .replace(/(<a class="wordmark[^>]* href=")[^"]*/, `$1${source.config.server.basePath}${uploadPath(exhibition)}`)
    .replaceAll(/(href="[^"]*\/plain-form)"/g, `$1?${exhibitionQuery(exhibition)}"`)
}

/** The upload page of a staff link, which knows its name; the secret is in its address alone (D91). */
export function staffDocument(
  page: string,
  { config }: Pick<Source, 'config'>,
  { id, name, secret }: StaffDoor,
): string {
  const path = `${config.server.basePath}/s/${secret}`
  return page
    .replace('<html', () => `<html data-staff="${escaped(JSON.stringify({ id, name }))}"`)
    .replace(/(<a class="wordmark[^>]* href=")[^"]*/, `$1${path}`)
    .replaceAll(/href="[^"]*\/plain-form[^"]*"/g, `href="${path}/plain-form"`)
}

function documentOf(built: string, source: Shown): string {
  const { current } = source.settings
  const { basePath } = source.config.server
  const name = escaped(current.siteName)
  return withContact(withLogo(withLeads(documentBelow(basePath, built), current), current, basePath), current)
    .replace('<html', () => `<html${attributesOf(source)}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(source.title)}</title>${headOf(source)}`)
    .replace(/(<a class="wordmark[\s\S]*?(?:<\/svg>|\/>)\s*)Werkschau/, (_, before: string) => `${before}${name}`)
}

/**
 * A manifest of the pages with the name and the icons of the operator. Installed from the page of an exhibition, the page
 * opens there, and what other apps share arrives there.
 */
export function siteManifest(built: string, { logo, siteName }: StoredValues, exhibition?: ExhibitionFacts): string {
  if (logo === undefined && siteName === undefined && exhibition === undefined) return built
  const manifest: Manifest = JSON.parse(built)
  const isSlideshow = manifest.share_target === undefined
  const name = exhibition?.name ?? siteName
  if (name !== undefined) {
    manifest.name = isSlideshow ? `${name} · ${manifest.short_name}` : name
    if (!isSlideshow) manifest.short_name = name
  }
  if (exhibition !== undefined) {
    const query = `?exhibition=${exhibition.slug}`
    manifest.start_url = isSlideshow ? `${manifest.start_url}${query}` : `./e/${exhibition.slug}`
    if (manifest.share_target) manifest.share_target.action += query
  }
  if (logo !== undefined) {
    for (const icon of manifest.icons)
      icon.src = icon.src.replace(/icons\/([\w-]+)\.png/, `api/site/icons/$1?v=${logo.version}`)
  }
  return JSON.stringify(manifest)
}

interface Manifest {
  name: string
  short_name: string
  start_url: string
  share_target?: { action: string }
  icons: { src: string }[]
}
