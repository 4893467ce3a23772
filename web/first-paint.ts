import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

interface Texts {
  readonly upload: { readonly title: string; readonly lead: string }
}
const languages = ['de', 'en']

/** The first words of the upload page, as features/upload/upload-form.tsx draws them. start.js decides which are seen. */
const heroOf = (language: string): string => {
  const { upload }: Texts = JSON.parse(readFileSync(new URL(`src/i18n/${language}.json`, import.meta.url), 'utf8'))
  return `<div class="upload-hero" lang="${language}"><h1>${upload.title}</h1><p>${upload.lead}</p></div>`
}

/** Puts into index.html what can be seen before the scripts run, and leaves it to start.js to run them. */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const names = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && file.facadeModuleId?.includes('/i18n/') ? `data-${file.name}="/${file.fileName}"` : [],
      )
      const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>/
      const [, app] = entry.exec(html) ?? []
      if (app !== undefined) names.push(`data-app="${app}"`)
      return html
        .replace(entry, `<link rel="modulepreload" crossorigin fetchpriority="low" href="${app}">`)
        .replaceAll(
          '<link rel="modulepreload" crossorigin href',
          '<link rel="modulepreload" crossorigin fetchpriority="low" href',
        )
        .replace('src="/start.js"', ['src="/start.js"', ...names].join(' '))
        .replace('<!-- heroes -->', languages.map(heroOf).join('\n        '))
    },
  },
})
