import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

// Part of `npm run lint`: which folder may import which. docs/architecture.md draws the same table.

/**
 * Each room and the rooms that it may import besides itself, with all that those may import. With `*` each folder there
 * is a room of its own, closed to its neighbours. A file belongs to the longest name that fits.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  'server/domain': ['contract'],
  'server/config': ['server/domain'],
  'server/ports': ['server/config'],
  'server/concurrency': [],
  'server/groups': ['server/ports', 'server/concurrency'],
  'server/settings': ['server/ports'],
  'server/http': ['server/ports'],
  'server/adapters/*': ['server/ports', 'server/concurrency'],
  'server/adapters/open': ['server/adapters/*'],
  'server/features/*': ['server/groups', 'server/settings', 'server/http'],
  'server/features/logs/*': ['server/groups', 'server/http'],
  'server/features/social-media/*': ['server/groups', 'server/http'],
  'server/operations': ['server/adapters/open', 'server/groups'],
  'server/jobs': ['server/features/*', 'server/features/logs/*', 'server/features/social-media/*'],
  'server/command-line': ['server/operations', 'server/jobs'],
  'server/start': ['server/command-line'],
  'web/src/api': ['contract'],
  'web/src/i18n': ['web/src/api'],
  'web/src/components': ['web/src/i18n'],
  'web/src/features/*': ['web/src/components'],
  'web/src/features/admin/texts': ['web/src/components'],
  'web/src/features/admin/shared': ['web/src/features/admin/texts'],
  'web/src/features/admin/*': ['web/src/features/admin/shared'],
  'web/src/features/admin/logs/*': ['web/src/features/admin/shared'],
  'web/src/features/admin/social-media/*': ['web/src/features/admin/shared'],
  'web/src/features/admin/frame': ['web/src/features/admin/accounts'],
  'web/src/features/admin/overview': ['web/src/features/admin/cleanup'],
  'web/src/features/admin/settings': ['web/src/features/admin/overview'],
  'web/src/features/admin/moderation/session': ['web/src/features/admin/shared'],
  'web/src/features/admin/moderation/group': ['web/src/features/admin/moderation/session'],
  'web/src/features/admin/moderation/*': ['web/src/features/admin/moderation/group'],
  'web/src/features/admin/moderation': ['web/src/features/admin/moderation/*'],
  web: [
    'web/src/features/*',
    'web/src/features/admin/frame',
    'web/src/features/admin/settings',
    'web/src/features/admin/*',
    'web/src/features/admin/logs/*',
    'web/src/features/admin/social-media/*',
    'web/src/features/admin/moderation',
  ],
  'tests/support': ['server/start', 'web'],
  tests: ['tests/support', 'scripts'],
  proofs: ['tests/support'],
  benchmarks: ['tests/support'],
  scripts: ['tests/support'],
}

/** Rooms that may import no other packages: neither the pages nor what needs a browser. */
const packages: Readonly<Record<string, RegExp>> = {
  contract: /^(typebox|colord)(\/|$)/,
  'web/src/features/admin/moderation/session': /^(i18next|@tanstack\/react-(query|store))$/,
}

interface Room {
  /** As in the table. */
  readonly name: string
  /** With the folder that `*` stands for. */
  readonly folder: string
}

/** Throws for a file in a folder that the table does not know. */
export function roomOf(file: string): Room {
  const folders = file.split('/')
  const fits = (name: string) =>
    name.split('/').every((part, index) => part === folders[index] || (part === '*' && index < folders.length - 1))
  const depth = (name: string) => name.split('/').length * 2 - (name.endsWith('*') ? 1 : 0)
  const [name] = Object.keys(rooms)
    .filter(fits)
    .toSorted((a, b) => depth(b) - depth(a))
  if (name === undefined) throw new Error(`${file} is in no room of scripts/boundaries.ts`)
  return { name, folder: folders.slice(0, name.split('/').length).join('/') }
}

/** Rooms that a room may import, nearest first. */
export function reachable(name: string, seen = new Set<string>()): Set<string> {
  for (const next of rooms[name] ?? rooms[roomOf(`${name}/x`).name] ?? []) {
    if (seen.has(next)) continue
    reachable(next, seen.add(next))
  }
  return seen
}

/** `#server/x.ts`, `./x.ts` → the file, from the top folder. */
export function importedFile(importer: string, specifier: string): string {
  if (specifier.startsWith('#web/')) return specifier.replace('#web/', 'web/src/')
  if (specifier.startsWith('#')) return specifier.slice(1)
  return posix.join(posix.dirname(importer), specifier)
}

/** Why a file may not import this; undefined when it may. */
export function refusal(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('../')) return 'cross folders by #contract/, #server/, #web/, #tests/ or #proofs/'
  if (specifier === '#package.json' || /^(contract|server|web).*\.test\.tsx?$/.test(file)) return undefined
  const from = roomOf(file)
  if (!/^[#.]/.test(specifier)) {
    return packages[from.name]?.test(specifier) === false ? `${from.name} imports no other package` : undefined
  }
  const to = roomOf(importedFile(file, specifier))
  const allowed = reachable(from.name)
  if (from.folder === to.folder || allowed.has(to.name) || allowed.has(to.folder)) return undefined
  return `${from.folder} may not import ${to.folder}`
}

/** What a file imports, types included, as it is written there. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:^import |^} from |^export .* from |\bfrom |\bimport\()'([^']+)'/gm)].map(
    ([, specifier = '']) => specifier,
  )

/** Files that import each other in a circle, types included. */
function circlesOf(files: readonly string[]): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push(`a circle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`)
    if (path.includes(file) || done.has(file)) return
    const imported = importsOf(file).filter((specifier) => /^[#.].*\.tsx?$/.test(specifier))
    for (const specifier of imported) visit(importedFile(file, specifier), [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return circles
}

if (import.meta.main) {
  const files = globSync('{contract,server,web/src,tests,proofs,benchmarks,scripts}/**/*.{ts,tsx}')
  const refused = files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const problem = refusal(file, specifier)
      return problem === undefined ? [] : [`${file}: '${specifier}': ${problem}`]
    }),
  )
  const problems = [...refused, ...circlesOf(files)]
  if (problems.length > 0) console.error(problems.join('\n'))
  process.exitCode = problems.length > 0 ? 1 : 0
}
