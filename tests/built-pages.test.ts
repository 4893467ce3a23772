import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'

const folder = 'dist/web/assets'
/** By the name of a built file: those that its browser loads before it runs. */
const imports = new Map<string, readonly string[]>()
const importsOf = (code: string): string[] =>
  [...code.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, name = '']) => name)

/** The file itself is among them if it imports itself by way of others. */
function loadedBy(file: string, found = new Set<string>()): ReadonlySet<string> {
  for (const name of imports.get(file) ?? []) {
    if (found.has(name)) continue
    found.add(name)
    loadedBy(name, found)
  }
  return found
}

beforeAll(async () => {
  for (const name of await readdir(folder)) {
    if (name.endsWith('.js')) imports.set(name, importsOf(await readFile(`${folder}/${name}`, 'utf8')))
  }
})

const filesWhere = (isIt: (name: string) => boolean) => [...imports.keys()].filter(isIt)

describe('the built pages', () => {
  // A file that runs before what it imports finds it undefined. The bundler makes circles when it merges too many parts
  // (`entriesAwareMergeThreshold` in vite.config.ts).
  it('have no files that import each other in a circle', () => {
    expect(loadedBy(filesWhere((name) => name.startsWith('admin-pages-'))[0] ?? '').size).toBeGreaterThan(10)
    expect(filesWhere((name) => loadedBy(name).has(name))).toEqual([])
  })

  it('load nothing of the admin pages for visitors and screens', () => {
    const others = filesWhere((name) => !name.startsWith('admin-'))
    expect(others.length).toBeGreaterThan(50)
    const loadsAdmin = (name: string) => [...loadedBy(name)].some((each) => each.startsWith('admin-'))
    expect(others.filter(loadsAdmin)).toEqual([])
  })

  it('are few files beside the first, without dragging, dialogs and large views where a page has none', async () => {
    // Names that the libraries keep at run time.
    const marks = ['DndLiveRegion', 'data-floating-ui', 'yarl__']
    const codeOf = async (names: readonly string[]) =>
      (await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))).join('')
    const all = await codeOf([...imports.keys()])
    expect(marks.filter((mark) => all.includes(mark))).toEqual(marks)
    const main = filesWhere((name) => /^(main|rolldown-runtime)-/.test(name))
    for (const page of ['sending-pages', 'slideshow-page', 'status-page']) {
      const [file = ''] = filesWhere((name) => name.startsWith(`${page}-`))
      const others = [...loadedBy(file)].filter((name) => !main.includes(name))
      expect(others.length, page).toBeGreaterThan(0)
      expect(others.length, page).toBeLessThanOrEqual(3)
      const code = await codeOf(others)
      expect(
        marks.filter((mark) => code.includes(mark)),
        page,
      ).toEqual([])
    }
  })
})
