import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { droppedIn } from './support/pages/style-target.ts'

const run = promisify(execFile)
const built = 'dist/web/assets'
const filesOf = async (ending: string): Promise<string[]> =>
  (await readdir(built)).filter((name) => name.endsWith(ending) && !name.startsWith('admin-'))

/** Grouping, promises with resolvers, and a look behind in a regular expression, at which Safari before 16.4 stops reading the file. */
const tooNew = /\b(Map|Object)\.groupBy\(|withResolvers\(|\(\?<[=!]/

/** ES2022 is what Safari 15.4, Chrome 100 and Firefox 115 have in common; all three have `findLast` as well. */
describe('the files of the visitors’ pages', { timeout: 120_000 }, () => {
  it('need no newer script than the oldest browsers have', async () => {
    const files = (await filesOf('.js')).map((name) => `${built}/${name}`)
    expect(files.length).toBeGreaterThan(30)
    const options = ['--module', '--checkFeatures', '--allowList', 'ArrayFindLast,ArrayFindLastIndex', '--noColor']
    const check = run('node_modules/.bin/es-check', ['es2022', ...files, 'dist/web/service-worker.js', ...options])
    await expect(check).resolves.toBeDefined()
  })

  it('send older browsers to the plain form, by scripts that these can read', async () => {
    const check = (version: string, file: string) =>
      run('node_modules/.bin/es-check', [version, `dist/web/${file}`, '--noColor'])
    await expect(check('es2018', 'start.js')).resolves.toBeDefined()
    await expect(check('es5', 'old-browser.js')).resolves.toBeDefined()
  })

  it('have nothing newer that the check does not know', async () => {
    for (const name of await filesOf('.js'))
      expect(await readFile(`${built}/${name}`, 'utf8'), name).not.toMatch(tooNew)
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
