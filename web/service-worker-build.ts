import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { pageFiles } from './page-files.ts'

const fileName = 'service-worker.js'
const source = join(import.meta.dirname, 'src/offline/service-worker.ts')

/** Adds `service-worker.js`, with the names of the files that it keeps. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: source, fileName })
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const worker = bundle[fileName]
      const document = bundle['index.html']
      if (worker?.type !== 'chunk' || document?.type !== 'asset') throw new Error('No service worker, or no index.html')
      const files = pageFiles(bundle)
      const version = createHash('sha256')
        .update(JSON.stringify(files))
        .update(document.source)
        .update(readFileSync(join(import.meta.dirname, 'public/start.js')))
        .digest('hex')
        .slice(0, 12)
      worker.code = worker.code.replaceAll('__BUILD__', JSON.stringify({ version, ...files }))
    },
  },
})
