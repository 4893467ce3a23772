import { describe, expect, it } from 'vitest'
import { nameFor } from './name-for.ts'

describe('nameFor', () => {
  it.each([
    ['Frühlingsfest im Hof', 'fruehlingsfest-im-hof'],
    ['  Größe & Maß! ', 'groesse-mass'],
    ['Crème brûlée', 'creme-brulee'],
    ['معرض', ''],
    ['Eine lange Ausstellung', 'eine-lange'],
  ])('%s → %s', (shown, name) => expect(nameFor(shown, shown.startsWith('Eine') ? 11 : 40)).toBe(name))
})
