import { join } from 'node:path'
import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'
const own = JSON.stringify(join(import.meta.dirname, 'src/load-parts.ts'))

/** An `import()` of a file that imports no other: Vite hands no list over. */
const leaf = /(import\([`"'])(\.\/[\w.-]+\.js)([`"']\)(?:(?!import[(.]).)*?),\[\],import\.meta\.url\)/gs

/** Puts `loadParts` in the place of Vite's own helper around each `import()`, and names it the files that Vite does not. */
export const persistentParts = (): Plugin => ({
  name: 'persistent-parts',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === helper ? `export { loadParts as __vitePreload } from ${own}` : undefined),
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(leaf, '$1$2$3,["$2"],import.meta.url)')
      }
    },
  },
})
