import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { variables } from '#server/config.ts'

describe('docs/configuration.md', () => {
  it('names every variable, and no other', () => {
    const text = readFileSync('docs/configuration.md', 'utf8')
    const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| variable'))
    const named = rows.flatMap(
      (row) =>
        row
          .split('|')[1]
          ?.split(',')
          .map((name) => name.trim()) ?? [],
    )
    expect(named.toSorted()).toEqual(Object.keys(variables.properties).toSorted())
  })
})
