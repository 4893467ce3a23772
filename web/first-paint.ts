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

/** Puts into index.html what can be seen and loaded before the scripts are there. */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const texts = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && file.facadeModuleId?.includes('/i18n/') ? `data-${file.name}="/${file.fileName}"` : [],
      )
      return html
        .replace('src="/start.js"', ['src="/start.js"', ...texts].join(' '))
        .replace('<!-- heroes -->', languages.map(heroOf).join('\n        '))
    },
  },
})
