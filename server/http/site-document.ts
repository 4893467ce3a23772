import { type Accent, accentIn } from '#contract/site/accent.ts'
import { operatorTexts } from '#server/domain/settings/page-texts.ts'
import type { Settings } from '#server/domain/settings/settings.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import type { StoredValues } from '#server/domain/settings/stored-settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import { documentBelow } from './paths.ts'

type Source = Pick<Deps, 'config' | 'settings'>

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** `:root` twice, to take precedence over colors.css and Mantine. */
const schemeRule = (scheme: 'light' | 'dark', { accent, hover, soft, ink }: Accent): string => {
  const variables = {
    '--accent': accent,
    '--accent-hover': hover,
    '--accent-soft': soft,
    '--on-accent': ink,
    ...Object.fromEntries(
      ['filled', 'text', 'outline', 'light-color'].flatMap((name) =>
        ['reseda', 'primary'].map((colour) => [
          colour === 'reseda' ? `--mantine-color-reseda-${name}` : `--mantine-primary-color-${name}`,
          accent,
        ]),
      ),
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

function attributesOf({ config: { server }, settings: { current, stored } }: Source): string {
  const { logo, imprint, privacy, minorsTick } = siteOf(current)
  const withBasePath = (address: string | null) => (address?.startsWith('/') ? `${server.basePath}${address}` : address)
  const attributes = {
    languages: current.languages?.join(' ') ?? null,
    logo: withBasePath(logo),
    imprint: withBasePath(imprint),
    privacy: withBasePath(privacy),
    minors: minorsTick ? null : 'off',
    mb: String(current.maxFileSizeMb),
    days: String(current.cleanupRetentionDays),
    device: current.sharedDevices ? 'shared' : null,
    named: isNamed(stored.values) ? 'on' : null,
  }
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === null ? [] : [` data-${name}="${escaped(value)}"`]))
    .join('')
}

/** How a link to the site looks in a chat, and the browser's icons. */
function linkPreview({ config: { server }, settings: { current, stored } }: Source): string {
  const { siteUrl = '', basePath } = server
  const icon = current.logo && `/api/site/icons/icon-512?v=${current.logo.version}`
  if (!isNamed(stored.values)) return ''
  const base = siteUrl === '' ? basePath : siteUrl
  const properties = {
    'og:title': current.siteName,
    'og:type': 'website',
    ...(icon && { 'og:image': `${base}${icon}` }),
  }
  return Object.entries(properties)
    .map(([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`)
    .join('')
}

function headOf(source: Source): string {
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

/** The built document with the operator's settings and the configuration of this site. */
export function siteDocument(built: string, source: Source): string {
  const { current } = source.settings
  const { basePath } = source.config.server
  const name = escaped(current.siteName)
  return withLogo(withLeads(documentBelow(basePath, built), current), current, basePath)
    .replace('<html', () => `<html${attributesOf(source)}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>${headOf(source)}`)
    .replace(/(<a class="wordmark[\s\S]*?(?:<\/svg>|\/>)\s*)Werkschau/, (_, before: string) => `${before}${name}`)
}

/** A manifest of the pages with the name and the icons of the operator. */
export function siteManifest(built: string, { logo, siteName }: StoredValues): string {
  if (logo === undefined && siteName === undefined) return built
  const manifest: { name: string; short_name: string; icons: { src: string }[] } = JSON.parse(built)
  const isSlideshow = manifest.name !== manifest.short_name
  if (siteName !== undefined) {
    manifest.name = isSlideshow ? `${siteName} · ${manifest.short_name}` : siteName
    if (!isSlideshow) manifest.short_name = siteName
  }
  if (logo !== undefined) {
    for (const icon of manifest.icons)
      icon.src = icon.src.replace(/icons\/([\w-]+)\.png/, `api/site/icons/$1?v=${logo.version}`)
  }
  return JSON.stringify(manifest)
}
