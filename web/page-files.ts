import type { Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

interface PageFiles {
  /** Of the upload page, with what it loads later. */
  readonly upload: readonly string[]
  /** Additional files of the slideshow. */
  readonly slideshow: readonly string[]
  /** By language: the texts of the upload page, of those languages that not every page may need. */
  readonly texts: Readonly<Record<string, readonly string[]>>
}

/** Files that the pages load but do not import; of the fonts, those for their own texts. */
const extraFiles = {
  upload: /\/(thumbnail-worker|nunito-sans-(basic|western|polish-turkish|ukrainian))-/,
  slideshow: /\/picture-worker-/,
}

/** German and English are kept for every page: admin pages and slideshow have no other. */
const furtherTexts =
  /\/src\/(?:i18n(?:\/later)?|components\/photos\/texts|features\/upload\/texts)\/(?!de|en)(\w\w)\.json$/

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
  if (!found) throw new Error('A page is not in the build')
  return found.fileName
}

const paths = (names: Iterable<string>) => [...names].map((name) => `/${name}`).sort()

/** The built files of the two pages that are loaded ahead or kept for a start without a connection. */
export function pageFiles(bundle: Bundle): PageFiles {
  const other = (module: string) =>
    /\/(features\/(admin|management|slideshow)\/|src\/admin-pages)/.test(module) || furtherTexts.test(module)
  const entry = chunkOf(bundle, ({ isEntry, name }) => isEntry && name === 'index')
  const upload = filesFrom(bundle, entry, other)
  for (const name of Object.keys(bundle)) if (extraFiles.upload.test(name)) upload.add(name)
  const page = chunkOf(bundle, ({ facadeModuleId }) => /\/slideshow\/page\.tsx$/.test(facadeModuleId ?? ''))
  const slideshow = filesFrom(bundle, page, () => false, new Set(upload))
  for (const name of Object.keys(bundle)) if (extraFiles.slideshow.test(name)) slideshow.add(name)
  return { upload: paths(upload), slideshow: paths(slideshow.difference(upload)), texts: textsOf(bundle) }
}

const textsOf = (bundle: Bundle): Record<string, string[]> => {
  const texts: Record<string, string[]> = {}
  for (const file of Object.values(bundle)) {
    const [, language] = (file.type === 'chunk' && furtherTexts.exec(file.facadeModuleId ?? '')) || []
    if (language) texts[language] = [...(texts[language] ?? []), `/${file.fileName}`].sort()
  }
  return texts
}

/** The files of the admin pages, in addition to those of every page. */
export function adminFiles(bundle: Bundle): readonly string[] {
  const found = new Set<string>()
  const collect = (chunk: string) => {
    const file = bundle[chunk]
    if (file?.type !== 'chunk' || found.has(chunk)) return
    found.add(chunk)
    for (const each of file.viteMetadata?.importedCss ?? []) found.add(each)
    file.imports.forEach(collect)
  }
  collect(chunkOf(bundle, ({ facadeModuleId }) => /\/src\/admin-pages\.ts$/.test(facadeModuleId ?? '')))
  const upload = new Set(pageFiles(bundle).upload)
  return paths(found).filter((path) => !upload.has(path))
}
