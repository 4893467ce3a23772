import { describe, expect, it } from 'vitest'
import type { ListedGroup } from '#web/features/admin/moderation/session/groups.ts'
import { stayMs, withDecided } from './decided-groups.ts'

const groups = (...ids: string[]) => ids.map((groupId) => ({ groupId }) as ListedGroup)
const ids = (list: readonly ListedGroup[]) => list.map(({ groupId }) => groupId)
const shown = groups('a', 'b', 'c')
const byMira = new Map([['b', { by: 'Mira', decision: 'approved', at: 0 } as const]])

describe('withDecided', () => {
  it('keeps a group that somebody else has just decided at its place', () => {
    expect(ids(withDecided(groups('a', 'c', 'd'), { shown, decisions: byMira, now: 1 }))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('removes it after a moment', () => {
    expect(ids(withDecided(groups('a', 'c'), { shown, decisions: byMira, now: stayMs }))).toEqual(['a', 'c'])
  })

  it('removes at once what this moderator decided or the filter excludes', () => {
    expect(ids(withDecided(groups('a'), { shown, decisions: new Map(), now: 1 }))).toEqual(['a'])
  })
})
