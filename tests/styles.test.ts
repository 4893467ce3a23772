import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const mantine = join(root, 'node_modules/@mantine/core/styles')
const pages = join(root, 'web/src')
const read = (pattern: string) =>
  globSync(pattern, { cwd: pages }).map((file) => readFileSync(join(pages, file), 'utf8'))

it('every component of Mantine in use has its styles', () => {
  const imported = read('**/*.tsx').flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
  const used = new Set(imported.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())))
  const styled = new Set(
    read('**/*.{ts,tsx}').flatMap((text) => [...text.matchAll(/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name)),
  )
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((name) => existsSync(join(mantine, `${name}.layer.css`)) && !styled.has(name))).toEqual([])
})

it('every class of a style sheet is used by the components beside it', () => {
  const components = read('**/*.{ts,tsx}')
  const unused = globSync('**/*.module.css', { cwd: pages }).flatMap((file) => {
    const sheet = readFileSync(join(pages, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '')
    const users = components.filter((text) => text.includes(`/${basename(file)}'`))
    const classes = new Set([...sheet.matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/gi)].map(([, name = '']) => name))
    return [...classes]
      .filter((name) => !users.some((text) => text.includes(`.${name}`) || text.includes(`['${name}`)))
      .map((name) => `${file}: ${name}`)
  })
  expect(unused).toEqual([])
})
