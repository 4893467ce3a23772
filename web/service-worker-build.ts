import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const fileName = 'service-worker.js'
const source = join(import.meta.dirname, 'src/offline/service-worker.ts')
/** What the pages load but do not import: of the fonts those for their own texts. */
const besides = /\/(thumbnail-worker|nunito-sans-latin(-ext)?-wght-normal)-/

type Bundle = Rolldown.OutputBundle

/** The files that a chunk leads to, without those of other pages. */
function filesFrom(bundle: Bundle, chunk: string, isOther: (module: string) => boolean, found = new Set<string>()) {
  const file = bundle[chunk]
  if (file?.type !== 'chunk' || found.has(chunk) || isOther(file.facadeModuleId ?? '')) return found
  found.add(chunk)
  for (const each of file.viteMetadata?.importedCss ?? []) found.add(each)
  for (const each of [...file.imports, ...file.dynamicImports]) filesFrom(bundle, each, isOther, found)
  return found
}

const chunkOf = (bundle: Bundle, isIt: (chunk: Rolldown.OutputChunk) => boolean): string => {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && isIt(file))
  if (!found) throw new Error('A page that the service worker keeps is not in the build')
  return found.fileName
}

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
      const other = (module: string) => /\/features\/(admin|manage|slideshow)\//.test(module)
      const entry = chunkOf(bundle, ({ isEntry, name }) => isEntry && name === 'index')
      const upload = filesFrom(bundle, entry, other)
      for (const name of Object.keys(bundle)) if (besides.test(name)) upload.add(name)
      const page = chunkOf(bundle, ({ facadeModuleId }) => /\/slideshow\/page\.tsx$/.test(facadeModuleId ?? ''))
      const slideshow = filesFrom(bundle, page, () => false)
      const paths = (names: Iterable<string>) => [...names].map((name) => `/${name}`).sort()
      const build = { upload: paths(upload), slideshow: paths(slideshow.difference(upload)) }
      const version = createHash('sha256')
        .update(JSON.stringify(build))
        .update(document.source)
        .update(readFileSync(join(import.meta.dirname, 'public/start.js')))
        .digest('hex')
        .slice(0, 12)
      worker.code = worker.code.replaceAll('__BUILD__', JSON.stringify({ version, ...build }))
    },
  },
})
