import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { browserTarget } from './web/browser-target.ts'
import { firstPaint } from './web/first-paint.ts'
import { galleryScript } from './web/gallery-script.ts'
import { persistentParts } from './web/load-parts-build.ts'
import { plainFormTexts } from './web/plain-form-texts.ts'
import { precompressed } from './web/precompressed.ts'
import { serviceWorker } from './web/service-worker-build.ts'
import { withoutUnusedColours } from './web/unused-colours.ts'

/** The service that `npm run dev` starts beside the pages. */
const service = `http://127.0.0.1:${process.env.PORT || 8080}`

/** They stay files of their own: pages import from the main file, and would wait for ever for a start that waits for them. */
const entries =
  /web\/(index\.html|src\/main\.tsx|src\/offline\/service-worker\.ts|src\/features\/gallery\/lightbox\.ts)(\?.*)?$/

/** Admin pages and slideshow may use what the visitors' browsers lack: their files have names of their own. */
const prefixOf = (moduleIds: readonly string[]): string => {
  const own = moduleIds.filter((id) => id.includes('/web/src/'))
  const isOf = (feature: string) => own.length > 0 && own.every((id) => id.includes(`/features/${feature}/`))
  return ['admin', 'slideshow']
    .filter(isOf)
    .map((feature) => `${feature}-`)
    .join('')
}

/** Icons, hooks and components that several pages load later. */
const isPart = (id: string): boolean =>
  /\/(node_modules|web\/src\/(?!features)[\w-]+)\/.*\.(m?js|tsx?)$/.test(id) && !entries.test(id)

/** What is large and not for all of them, and what imports it: dragging, dialogs and whatever else floats. */
const isHeavy = (id: string): boolean =>
  [
    /\/node_modules\/(@dnd-kit|@floating-ui|react-remove-scroll)\//,
    /\/(Floating|FocusTrap|Modal|ModalBase|Overlay|Portal|ScrollArea|Transition)\//,
    /\/web\/src\/components\/(dialog|redaction\/|photos\/(gallery-tile|sortable-photos))/,
  ].some((pattern) => pattern.test(id))

/** The bundler would name a part after all of its pages. */
const shortName = (name: string): string => (name.startsWith('parts~') ? 'parts' : '[name]')

export default defineConfig({
  root: 'web',
  // Built files find each other wherever the service is (BASE_PATH); the server completes the document.
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  plugins: [
    persistentParts(),
    react(),
    firstPaint(),
    plainFormTexts(),
    galleryScript(),
    serviceWorker(),
    precompressed(),
  ],
  css: { postcss: { plugins: [mantine(), withoutUnusedColours] } },
  build: {
    outDir: '../dist/web',
    // An iPhone 6s and phones of that age; es-check holds the files against it (tests/browser-target.test.ts).
    target: browserTarget,
    emptyOutDir: true,
    // Nothing becomes a data: URL, which the Content-Security-Policy would refuse for fonts.
    assetsInlineLimit: 0,
    // Every browser that runs the pages knows modulepreload.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // libheif's file asks for these modules where it runs in Node; in a browser it never does.
      onLog: (level, log, handle) => {
        if (!/Module "(crypto|fs|path)" has been externalized.*libheif/.test(log.message)) handle(level, log)
      },
      output: {
        chunkFileNames: ({ moduleIds, name }) => `assets/${prefixOf(moduleIds)}${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name)}-[hash][extname]`,
        // Left to itself the bundler makes fifty files of a few hundred bytes. A higher threshold joins what has little in
        // common: pages load what they do not need, and files import each other (tests/built-pages.test.ts).
        codeSplitting: {
          groups: [
            { name: 'main', test: (id) => !entries.test(id), tags: ['$initial'], priority: 1 },
            { name: 'common', test: (id) => isPart(id) && !isHeavy(id), minShareCount: 3 },
            { name: 'parts', test: isPart, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_000 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/auth', '/upload', '/previews'].map((path) => [path, { target: service }])),
  },
})
