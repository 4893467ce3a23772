import { defineConfig } from 'vite'

/** Loaded from where they are installed: they bring files of their own, or are rarely needed. */
const loadedWhereInstalled = [
  '@simplewebauthn/server',
  'better-sqlite3',
  'sharp',
  '@node-rs/argon2',
  '@aws-sdk/client-s3',
  'pg',
  'prom-client',
]

/**
 * Puts the service into few files (`npm run build:server`): loading 1,300 modules one by one takes most of the time of a
 * start. `node server/main.ts` runs the same code from its sources.
 */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node26',
    minify: false,
    sourcemap: true,
    copyPublicDir: false,
    rolldownOptions: {
      input: [
        'server/main.ts',
        'server/adapters/images/preview-worker.ts',
        'server/adapters/passwords/strength-worker.ts',
      ],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: loadedWhereInstalled },
})
