import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { limitSettings } from '../contract/settings/limit-settings.ts'
import { adminFiles, pageFiles } from './page-files.ts'
import { adminLanguages, languages } from './src/i18n/languages.ts'

interface Texts {
  readonly upload: { readonly title: string; readonly lead: string }
}
interface SlideshowTexts {
  readonly title: string
  readonly lead: string
}

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** The heading of the upload page, as features/upload/upload-form.tsx renders it. start.js decides which language is shown. */
const heroOf = (language: string): string => {
  const { upload } = read<Texts>(`src/i18n/${language}.json`)
  return `<div class="upload-hero" lang="${language}"><h1>${upload.title}</h1><p>${upload.lead}</p></div>`
}

/** Those of the slideshow, as features/slideshow/start-screen.tsx draws them. */
const startOf = (language: string): string => {
  const { title, lead } = read<SlideshowTexts>(`src/features/slideshow/texts/${language}.json`)
  const words = `<div class="slideshow-wall"></div><h1>${title}</h1><p>${lead}</p><div class="slideshow-rest"></div>`
  return `<div class="slideshow-start" lang="${language}">${words}</div>`
}

/** By the name of the attribute in which start.js finds them. */
const namesOf = (bundle: Rolldown.OutputBundle): string[] => {
  const texts = Object.values(bundle).flatMap((file) => {
    const [, folder = '', language] =
      (file.type === 'chunk' &&
        /\/(i18n|slideshow\/texts|admin\/texts)\/(\w\w)\.json$/.exec(file.facadeModuleId ?? '')) ||
      []
    const page = folder === 'i18n' ? '' : `${folder.replace('/texts', '')}-`
    return language ? [[`${page}${language}`, `/${file.fileName}`] as const] : []
  })
  const textFiles: readonly string[] = texts.map(([, path]) => path)
  const others = pageFiles(bundle).slideshow.filter((path) => !textFiles.includes(path) && !path.includes('-worker-'))
  return [
    ...texts.map(([name, path]) => `data-${name}="${path}"`),
    `data-slideshow="${others.join(' ')}"`,
    `data-admin="${adminFiles(bundle).join(' ')}"`,
  ]
}

/** What the server writes into the document (server/http/site-document.ts), where Vite serves it: by default. */
const { maxFileSizeMb, cleanupRetentionDays } = limitSettings
const defaults = `<html data-mb="${maxFileSizeMb.default}" data-days="${cleanupRetentionDays.default}"`

/** Adds to index.html what is visible before the scripts run; start.js runs them. */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const names = bundle ? namesOf(bundle) : []
      const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>/
      const [, app] = entry.exec(html) ?? []
      if (app !== undefined) names.push(`data-app="${app}"`)
      return (bundle ? html : html.replace('<html', defaults))
        .replace(entry, '')
        .replaceAll(
          '<link rel="modulepreload" crossorigin href',
          '<link rel="modulepreload" crossorigin fetchpriority="low" href',
        )
        .replace('src="/start.js"', ['src="/start.js"', ...names].join(' '))
        .replace('<!-- heroes -->', languages.map(heroOf).join('\n        '))
        .replace('<!-- slideshow -->', adminLanguages.map(startOf).join('\n      '))
    },
  },
})
