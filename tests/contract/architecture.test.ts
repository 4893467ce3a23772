import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importedFile, importsOf, reachable, roomOf, rooms } from '#scripts/boundaries.ts'

/** Value imports of a file, which end up in the bundle of the pages. */
const valuesOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^import (?!type )[^']*'([#.][^']+)'/gm)].map(([, specifier = '']) =>
    importedFile(file, specifier),
  )

const usesSchemas = (file: string): boolean =>
  /^import (?!type )[^']*'typebox'/m.test(readFileSync(file, 'utf8')) || valuesOf(file).some(usesSchemas)

const targetRoom = (file: string, name: string) =>
  /^[#.](?!package)/.test(name) ? roomOf(importedFile(file, name)).name : ''

/** `server/features/logs/*` → `features`: the diagram draws a folder of the server as one box. */
const boxOf = (room: string) => /^server\/([^/]+)/.exec(room)?.[1] ?? room

/** The arrows of the diagram, `from --> to`. */
function drawnArrows(text: string): string[] {
  const picture = /```mermaid\n(.*?)```/s.exec(text)?.[1] ?? ''
  const boxes = (ids = '') => ids.split('&').map((id) => id.trim().replaceAll('_', '-'))
  return [...picture.matchAll(/^ *(\w[\w &]*) --> (.+)$/gm)].flatMap(([, from, to]) =>
    boxes(from).flatMap((each) => boxes(to).map((other) => `${each} --> ${other}`)),
  )
}

describe('the rooms of scripts/boundaries.ts', () => {
  const serverRooms = Object.keys(rooms).filter((room) => room.startsWith('server/'))

  it('are those that docs/architecture.md draws, with the same arrows', () => {
    const arrows = serverRooms.flatMap((from) =>
      (rooms[from] ?? [])
        .map((to) => `${boxOf(from)} --> ${boxOf(to)}`)
        .filter((arrow) => !/^(.+) --> \1$/.test(arrow)),
    )
    const drawn = drawnArrows(readFileSync('docs/architecture.md', 'utf8'))
    expect(drawn.toSorted()).toEqual([...new Set(arrows), 'web --> contract'].toSorted())
  })

  it('have no cycle', () => {
    expect(Object.keys(rooms).filter((room) => reachable(room).has(room))).toEqual([])
  })

  it('import what they may: no arrow is left over', () => {
    const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
    const used = new Set(
      files.flatMap((file) =>
        importsOf(file).map((name) => `${boxOf(roomOf(file).name)} --> ${boxOf(targetRoom(file, name))}`),
      ),
    )
    const arrows = serverRooms.flatMap((from) => (rooms[from] ?? []).map((to) => `${boxOf(from)} --> ${boxOf(to)}`))
    expect(arrows.filter((arrow) => !used.has(arrow))).toEqual([])
  })
})

it('the pages import no schemas, which would add their library to the bundle', () => {
  const files = globSync('web/src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  const imported = new Set(files.flatMap(valuesOf).filter((file) => file.startsWith('contract/')))
  expect(imported).toContain('contract/limits.ts')
  expect([...imported].filter(usesSchemas)).toEqual([])
})

/** The length of each function of more than a few lines, by its place: what Biome reports where hardly any line is allowed. */
function functionLengths(): Map<string, number> {
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-biome-'))
  const rule = { level: 'error', options: { maxLines: 5 } }
  const rules = { preset: 'none', complexity: { noExcessiveLinesPerFunction: rule } }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ linter: { rules } }))
  const rooms = ['contract', 'server', 'web/src']
  const options = [`--config-path=${folder}`, '--max-diagnostics=none', '--reporter=json']
  const { stdout } = spawnSync('node_modules/.bin/biome', ['lint', ...options, ...rooms], { maxBuffer: 2 ** 26 })
  rmSync(folder, { recursive: true })
  interface Report {
    readonly diagnostics: readonly { location: { path: string; start: { line: number }; end: { line: number } } }[]
  }
  const { diagnostics }: Report = JSON.parse(String(stdout))
  const found = diagnostics.map(({ location: { path, start, end } }): [string, number] => [
    `${path}:${start.line}`,
    end.line - start.line + 1,
  ])
  return new Map(found.filter(([place]) => !place.includes('.test.')))
}

it('at most 40 functions are longer than 40 lines, and none is longer than 60', () => {
  const lengths = functionLengths()
  expect(lengths.size).toBeGreaterThan(1_000)
  expect([...lengths].filter(([, lines]) => lines > 60)).toEqual([])
  expect([...lengths.values()].filter((lines) => lines > 40).length).toBeLessThanOrEqual(40)
})
