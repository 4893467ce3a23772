import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { droppedIn } from './support/pages/style-target.ts'

const run = promisify(execFile)
const built = 'dist/web/assets'
/** Admin pages and slideshow are for browsers of the last two years. */
const isForNewer = (name: string) => /^(admin|slideshow)-/.test(name)
const namesOf = async (ending: string): Promise<string[]> =>
  (await readdir(built)).filter((name) => name.endsWith(ending))
const filesOf = async (ending: string) => (await namesOf(ending)).filter((name) => !isForNewer(name))

const esCheck = (version: string, files: readonly string[], ...options: string[]) =>
  run('node_modules/.bin/es-check', [version, ...files, '--noColor', ...options], { maxBuffer: 2 ** 26 })

/** Iterator helpers (Safari 18.4): es-check does not know them, nor do kiosks with WebKitGTK. */
const tooNewForAll =
  /\.(values|keys|entries)\(\)\.(map|filter|reduce|some|every|find|forEach|flatMap|take|drop|toArray)\(/
/** What es-check does not look for or find, with a look behind in a regular expression, at which Safari before 16.4 stops reading the file. */
const tooNew =
  /\.groupBy\(|withResolvers\(|fromAsync\(|\bAbortSignal\.(any|timeout)\(|\bURL\.canParse\(|\bIntl\.Segmenter\(|\.(checkVisibility|intersection|difference|isSubsetOf)\(|\(\?<[=!]/

/** ES2022 is what Safari 15.4, Chrome 100 and Firefox 115 have in common; all three have `findLast` as well. */
describe('the files of the visitors’ pages', { timeout: 120_000 }, () => {
  it('need no newer script than the oldest browsers have', async () => {
    const files = (await filesOf('.js')).map((name) => `${built}/${name}`)
    expect(files.length).toBeGreaterThan(30)
    const known = ['--module', '--checkFeatures', '--allowList', 'ArrayFindLast,ArrayFindLastIndex']
    await expect(esCheck('es2022', [...files, 'dist/web/service-worker.js'], ...known)).resolves.toBeDefined()
  })

  it('send older browsers to the plain form, by scripts that these can read', async () => {
    await expect(esCheck('es2018', ['dist/web/start.js'])).resolves.toBeDefined()
    await expect(esCheck('es5', ['dist/web/old-browser.js'])).resolves.toBeDefined()
  })

  it.each([
    ['/', '/plain-form'],
    ['/photos/', '/photos/plain-form'],
    ['/e/class-4', '/plain-form?exhibition=class-4'],
    ['/photos/e/class-4', '/photos/plain-form?exhibition=class-4'],
    ['/s/secret', '/s/secret/plain-form'],
    ['/photos/s/secret', '/photos/s/secret/plain-form'],
    ['/removal-requests', '/removal-requests/plain-form'],
    ['/photos/removal-requests', '/photos/removal-requests/plain-form'],
    ['/manage/token', undefined],
  ])('send browsers that know no modules from %s to %s', async (pathname, expected) => {
    const base = pathname.startsWith('/photos') ? '/photos' : null
    let reached: string | undefined
    const replace = (url: string) => {
      reached = url
    }
    const document = { documentElement: { getAttribute: () => base } }
    runInNewContext(await readFile('web/public/old-browser.js', 'utf8'), { document, location: { pathname, replace } })
    expect(reached).toBe(expected)
  })

  it('have nothing newer that the check does not know', async () => {
    for (const name of await filesOf('.js'))
      expect(await readFile(`${built}/${name}`, 'utf8'), name).not.toMatch(tooNew)
  })

  it('have no method newer than the last two years, in admin pages and slideshow either', async () => {
    const names = await namesOf('.js')
    const newer = names.filter(isForNewer).map((name) => `${built}/${name}`)
    expect(newer.length).toBeGreaterThan(5)
    // They know the methods of sets; `toHex` is one of a library for colours.
    const sets = [
      'Union',
      'Intersection',
      'Difference',
      'SymmetricDifference',
      'IsSubsetOf',
      'IsSupersetOf',
      'IsDisjointFrom',
    ]
    const known = [...sets.map((name) => `Set${name}`), 'Uint8ArrayToHex'].join()
    await expect(esCheck('es2024', newer, '--module', '--checkFeatures', '--allowList', known)).resolves.toBeDefined()
    for (const name of names) expect(await readFile(`${built}/${name}`, 'utf8'), name).not.toMatch(tooNewForAll)
  })

  it('have style sheets without what the oldest browsers would drop', async () => {
    const worker = await readFile('dist/web/service-worker.js', 'utf8')
    const [, upload = ''] = /"?upload"?:\[([^\]]*)\]/.exec(worker) ?? []
    const built = [...upload.matchAll(/assets\/[\w.-]+\.css/g)].map(([path]) => `dist/web/${path}`)
    const own = globSync('web/src/features/{management,removal-requests}/**/*.css')
    expect(Math.min(built.length, own.length)).toBeGreaterThan(2)
    for (const file of [...built, ...own]) expect(droppedIn(await readFile(file, 'utf8')), file).toEqual([])
  })

  it('have style sheets without nesting', async () => {
    for (const name of await filesOf('.css'))
      expect(await readFile(`${built}/${name}`, 'utf8'), name).not.toMatch(/[{;]\s*&/)
  })
})
