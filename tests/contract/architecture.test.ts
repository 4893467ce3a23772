import { globSync, readFileSync } from 'node:fs'
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
