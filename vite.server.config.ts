import { defineConfig, type Plugin } from 'vite'

/** Loaded from where they are installed: they bring files of their own, or are rarely needed. */
const loadedWhereInstalled = [
  '@simplewebauthn/server',
  'better-sqlite3',
  'sharp',
  '@node-rs/argon2',
  'ajv',
  'ajv-formats',
  '@aws-sdk/client-s3',
  'pg',
  'prom-client',
]

const beyondAscii = /[^\0-\x7f]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** V8 keeps a source in memory, and Node gives it two bytes for each character when one is beyond ASCII. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replace(beyondAscii, escaped)
    }
  },
}

/**
 * Loaded for what is not used here, 9 and 3 ms of each start: `@fastify/static` lists folders by `glob`, and Fastify asks
 * `semver` whether a plugin is made for it, which the tests show.
 */
const unused: Readonly<Record<string, string>> = {
  glob: 'export const glob = undefined',
  semver: 'export const satisfies = () => true',
}

const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId: (id) => (id in unused ? `\0${id}` : undefined),
  load: (id) => unused[id.slice(1)],
}

/** Takes Node's own modules as `require` does, and leaves out those that a start need not wait for. */
const quickBuiltins: Plugin = {
  name: 'quick-builtins',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      file.code = file.code
        // An `import` reads all that a module exports: 8 ms in all, and with `node:http` it loads Node's `fetch`, 30 ms.
        .replace(/^import (\w+) from "(node:[\w/]+)";$/gm, 'const $1 = process.getBuiltinModule("$2");')
        .replace(
          /^import \{(.+)\} from "(node:[\w/]+)";$/gm,
          (_line, names: string, module) =>
            `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule("${module}");`,
        )
        // Fastify loads HTTP/2, which is not used here, and a module for what is global: 3 to 7 ms.
        .replace('__require("node:http2")', 'undefined')
        .replace('__require("node:perf_hooks")', 'globalThis')
    }
  },
}

/**
 * Puts the service into few files (`npm run build:server`): loading 1,300 modules one by one takes most of the time of a
 * start. `node server/start/main.ts` runs the same code from its sources.
 */
export default defineConfig({
  plugins: [inAscii, withoutUnused, quickBuiltins],
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
        'server/start/main.ts',
        'server/adapters/images/preview-worker.ts',
        'server/adapters/passwords/strength-worker.ts',
        'server/operations/backup/backup-worker.ts',
      ],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
    },
  },
  ssr: { noExternal: true, external: loadedWhereInstalled },
})
