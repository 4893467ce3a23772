import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Files directly in `server/` that belong to a folder; all others start something. */
const roomOfFile: Readonly<Record<string, string>> = {
  'errors.ts': 'domain',
  'deps.ts': 'ports',
  'config.ts': 'ports',
  'variables.ts': 'ports',
  'version.ts': 'ports',
  'package-root.ts': 'ports',
  'start-failure.ts': 'ports',
  'open-database.ts': 'operations',
  'open-engine.ts': 'operations',
  'open-files.ts': 'operations',
  'open-ledger.ts': 'operations',
}

function roomOf(path: string): string {
  const [top = '', second = '', third] = path.split('/')
  if (top !== 'server') return top
  return third === undefined ? (roomOfFile[second] ?? 'start') : second
}

/** `#server/x.ts`, `./x.ts` → the file, from the top folder. */
function importedFile(importer: string, specifier: string): string {
  if (specifier.startsWith('#web/')) return specifier.replace('#web/', 'web/src/')
  if (specifier.startsWith('#')) return specifier.slice(1)
  return posix.join(posix.dirname(importer), specifier)
}

/** What each folder imports from others, with an example. */
function importsByRoom(): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const file of globSync('{contract,server,web}/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$/.test(file)) continue
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import) ?\(?'([#.][^']+)'/g)) {
      if (specifier === '#package.json') continue
      const [from, to] = [roomOf(file), roomOf(importedFile(file, specifier))]
      if (from === to) continue
      const targets = found.get(from) ?? new Map<string, string>()
      found.set(from, targets.set(to, `${file} imports ${specifier}`))
    }
  }
  return found
}

/** Value imports of a file, which end up in the bundle of the pages. */
const valuesOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^import (?!type )[^']*'([#.][^']+)'/gm)].map(([, specifier = '']) =>
    importedFile(file, specifier),
  )

const usesSchemas = (file: string): boolean =>
  /^import (?!type )[^']*'typebox'/m.test(readFileSync(file, 'utf8')) || valuesOf(file).some(usesSchemas)

/** The arrows of the diagram. */
function arrowsOf(text: string): Map<string, string[]> {
  const picture = /```mermaid\n(.*?)```/s.exec(text)?.[1] ?? ''
  const name = (id: string) => id.trim().replaceAll('_', '-')
  return new Map(
    [...picture.matchAll(/^ *(\w[\w &]*) --> (.+)$/gm)].flatMap(([, from = '', to = '']) =>
      from.split('&').map((each): [string, string[]] => [name(each), to.split('&').map(name)]),
    ),
  )
}

/** All folders that arrows lead to from here. */
function reachable(
  arrows: ReadonlyMap<string, readonly string[]>,
  from: string,
  seen = new Set<string>(),
): Set<string> {
  for (const next of arrows.get(from) ?? []) {
    if (seen.has(next)) continue
    seen.add(next)
    reachable(arrows, next, seen)
  }
  return seen
}

describe('the diagram in docs/architecture.md', () => {
  const arrows = arrowsOf(readFileSync('docs/architecture.md', 'utf8'))
  const imports = importsByRoom()

  it('has an arrow or a path for every import', () => {
    const missing = [...imports].flatMap(([from, targets]) =>
      [...targets].filter(([to]) => !reachable(arrows, from).has(to)).map(([, example]) => example),
    )
    expect(missing).toEqual([])
  })

  it('has no arrow without an import', () => {
    const drawn = [...arrows].flatMap(([from, targets]) => targets.map((to) => `${from} --> ${to}`))
    expect(drawn.length).toBeGreaterThan(10)
    expect(drawn.filter((arrow) => !imports.get(arrow.split(' ')[0] ?? '')?.has(arrow.split(' ')[2] ?? ''))).toEqual([])
  })

  it('has no cycle', () => {
    expect([...arrows.keys()].filter((room) => reachable(arrows, room).has(room))).toEqual([])
  })
})

it('the pages import no schemas, which would add their library to the bundle', () => {
  const files = globSync('web/src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  const imported = new Set(files.flatMap(valuesOf).filter((file) => file.startsWith('contract/')))
  expect(imported).toContain('contract/limits.ts')
  expect([...imported].filter(usesSchemas)).toEqual([])
})
