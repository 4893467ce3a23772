import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textsOf } from '#contract/texts/group-texts.ts'
import type { Submission } from '#server/ports/submission-store.ts'
import { aGroup, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour)).toISOString()
const submission = (submissionDigest: string, more: Partial<Submission> = {}): Submission => ({
  submissionDigest,
  texts: { ...textsOf({ name: 'Zoë' }), year: 2026, platformIds: [2] },
  files: [{ originalName: 'a.jpg', description: 'Table', image: null, parts: [{ name: 'b.part', size: 3 }] }],
  expiresAt: at(12),
  groupId: null,
  ...more,
})

describe.each(await testDatabases())('submissions on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('submissions')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })
  const insert = (each: Submission) => rows.write((tx) => tx.submissions.insert(each))
  const find = (digest: string, hour = 11) => rows.database.submissions.find(digest, at(hour))

  it('are found by their digest until they expire', async () => {
    await insert(submission('a'))
    expect(await find('a')).toEqual(submission('a'))
    expect(await find('a', 12)).toBeUndefined()
    expect(await find('b')).toBeUndefined()
    expect(await rows.write((tx) => tx.submissions.find('a', at(11)))).toEqual(submission('a'))
    expect(await rows.write((tx) => tx.submissions.lock('a', at(11)))).toEqual(submission('a'))
    expect(await rows.write((tx) => tx.submissions.lock('a', at(12)))).toBeUndefined()
  })

  it('of an earlier version lack newer texts, which are then null', async () => {
    const older = JSON.parse('{ "title": "Stool", "year": 2026, "platformIds": [] }')
    await insert(submission('older', { texts: older }))
    expect((await find('older'))?.texts).toEqual({ ...older, ...textsOf({ title: 'Stool' }) })
  })

  it('are replaced completely', async () => {
    await insert(submission('c'))
    const group = aGroup()
    await rows.write((tx) => tx.groups.insert(group, undefined))
    const { groupId } = group
    const complete = submission('c', { files: [], expiresAt: at(20), groupId })
    await rows.write((tx) => tx.submissions.update(complete))
    expect(await find('c')).toEqual(complete)
  })

  it('are removed with their group', async () => {
    const group = aGroup()
    await rows.write((tx) => tx.groups.insert(group, undefined))
    await insert(submission('e', { groupId: group.groupId }))
    await rows.write((tx) => tx.groups.remove(group.groupId))
    expect(await find('e')).toBeUndefined()
  })

  it('are removed on request, and a few at a time when they have expired', async () => {
    await insert(submission('f'))
    await rows.write((tx) => tx.submissions.remove('f'))
    expect(await find('f')).toBeUndefined()
    for (const [digest, hour] of [
      ['g', 1],
      ['h', 2],
      ['i', 3],
    ] as const)
      await insert(submission(digest, { expiresAt: at(hour) }))
    const take = (limit: number) => rows.write((tx) => tx.submissions.takeEnded(at(2), limit))
    expect((await take(1)).map(({ submissionDigest }) => submissionDigest)).toEqual(['g'])
    expect((await take(5)).map(({ submissionDigest }) => submissionDigest)).toEqual(['h'])
    expect(await take(5)).toEqual([])
    expect(await find('i', 2)).toBeDefined()
  })
})
