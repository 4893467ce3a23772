import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminAuditEntry, AdminAuditFilter } from '#server/ports/logs/admin-audit.ts'
import { type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

const day = (number: number) => `2024-05-0${number}T10:00:00.000Z`
const entry: AdminAuditEntry = {
  actorId: 1,
  actorName: 'Zoë',
  action: 'approve_group',
  targetType: 'group',
  targetId: 'Group_1',
  details: { fields: ['approved'], approved: true },
  ipAddress: '203.0.113.7',
  createdAt: day(1),
}
const entries: readonly AdminAuditEntry[] = [
  entry,
  { ...entry, actorId: null, actorName: 'Mallory', action: 'login_failed', targetId: null, createdAt: day(2) },
  {
    ...entry,
    actorId: null,
    actorName: 'npm run admin',
    action: 'create',
    targetType: null,
    details: null,
    ipAddress: null,
    createdAt: day(3),
  },
  { ...entry, actorId: 2, actorName: 'Ada', action: 'delete_group', createdAt: day(4) },
]

describe.each(await testDatabases())('the log of admins on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
    for (const each of entries) await rows.write((tx) => tx.adminAudit.add(each))
  })
  afterAll(async () => {
    expect(rows.untried('adminAudit')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  const page = (filter: AdminAuditFilter = {}, limit = 10) => rows.write((tx) => tx.adminAudit.list(filter, limit))
  const list = async (...input: Parameters<typeof page>) => (await page(...input)).entries
  const namesOf = async (filter: AdminAuditFilter) => (await list(filter)).map(({ actorName }) => actorName)

  it('lists entries in pages, newest first', async () => {
    const all = await list()
    expect(all).toEqual(entries.map((each) => ({ ...each, id: expect.any(Number) })).toReversed())
    expect(await rows.database.adminAudit.list({}, 10)).toEqual({ entries: all, next: null })
    expect(await page({ before: all[1]?.id }, 1)).toEqual({ entries: [all[2]], next: all[2]?.id })
    expect(await page({ search: 'group_1' }, 2)).toEqual({ entries: [all[0], all[1]], next: all[1]?.id })
    expect(await page({ search: 'group_1', before: all[1]?.id }, 2)).toEqual({ entries: [all[3]], next: null })
  })

  it.each<[AdminAuditFilter, string[]]>([
    [{ actor: 'ZOË' }, ['Zoë']],
    [{ actor: 'Zo' }, []],
    [{ action: 'delete_group' }, ['Ada']],
    [{ search: 'group_1' }, ['Ada', 'npm run admin', 'Zoë']],
    [{ search: '113.7' }, ['Ada', 'Mallory', 'Zoë']],
    [{ search: 'ALLO' }, ['Mallory']],
    [{ search: 'zoË' }, ['Zoë']],
    [{ search: '%' }, []],
    [{ since: day(2), until: day(4) }, ['npm run admin', 'Mallory']],
    [{ since: day(2), search: 'group', action: 'delete_group' }, ['Ada']],
  ])('finds by %j', async (filter, names) => {
    expect(await namesOf(filter)).toEqual(names)
  })

  it('lists actors in alphabetical order', async () => {
    expect(await rows.write((tx) => tx.adminAudit.actors())).toEqual(['Ada', 'npm run admin', 'Zoë'])
  })

  it('writes nothing when the transaction fails', async () => {
    const failing = rows.write(async (tx) => {
      await tx.adminAudit.add(entry)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await list()).toHaveLength(4)
  })

  it('removes only older entries', async () => {
    expect(await rows.write((tx) => tx.adminAudit.removeBefore(day(3)))).toBe(2)
    expect(await namesOf({})).toEqual(['Ada', 'npm run admin'])
  })
})
