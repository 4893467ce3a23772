import { join } from 'node:path'
import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'
const own = JSON.stringify(join(import.meta.dirname, 'src/load-parts.ts'))

/** Puts `loadParts` in the place of Vite's own helper around each `import()`. */
export const persistentParts = (): Plugin => ({
  name: 'persistent-parts',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === helper ? `export { loadParts as __vitePreload } from ${own}` : undefined),
})
