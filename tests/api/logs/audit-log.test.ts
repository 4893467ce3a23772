import { describe, expect, it } from 'vitest'
import type { AuditAction, AuditLogEntry } from '#contract/logs/audit-log.ts'
import type { AuditLogEntry as NewEntry } from '#server/ports/logs/audit-log.ts'
import { aGroup } from '#tests/support/test-database.ts'
import { app, limitTests, logTests, read } from './log-tests.ts'

logTests()

const addEntries = (groupId: string | null, actions: readonly AuditAction[], fields: Partial<NewEntry> = {}) =>
  app.app.deps.database.transaction(async (tx) => {
    for (const [index, action] of actions.entries()) {
      await tx.auditLog.add({
        groupId,
        action,
        success: true,
        errorMessage: null,
        ipAddress: '192.0.2.1',
        userAgent: 'a browser',
        requestData: null,
        maskedToken: '01234567',
        sourceHost: 'foto.example',
        sourceType: 'public',
        createdAt: `2026-01-01T00:00:0${index}.000Z`,
        ...fields,
      })
    }
  })

describe('listAuditLog', () => {
  limitTests('/api/admin/management-audit')
})

describe('the management audit log', () => {
  interface Log {
    logs: AuditLogEntry[]
    total: number
  }

  it('is empty at first, with zeros in its statistics', async () => {
    expect(await read('/api/admin/management-audit')).toEqual({ success: true, logs: [], total: 0, limit: 100 })
    expect(await read('/api/admin/management-audit/stats')).toEqual({
      countedAt: null,
      success: true,
      totalActions: 0,
      actionsByType: {},
      lastAction: null,
    })
  })

  it('lists the newest first, up to the limit, and counts all', async () => {
    await app.app.deps.database.transaction((tx) => tx.groups.insert(aGroup({ groupId: 'one' })))
    await addEntries('one', ['view_group', 'view_group', 'update_metadata'], { requestData: { title: 'New' } })
    await addEntries('two', ['view_group'])
    const failed = { success: false, errorMessage: 'Unknown', sourceType: 'internal' } as const
    await addEntries(null, ['invalid_token'], failed)
    const { logs, total } = await read<Log>('/api/admin/management-audit?limit=3')
    expect(total).toBe(5)
    expect(logs.map(({ group_id, action }) => [group_id, action])).toEqual([
      [null, 'invalid_token'],
      ['two', 'view_group'],
      ['one', 'update_metadata'],
    ])
    expect(logs[0]).toMatchObject({ success: false, error_message: 'Unknown', source_type: 'internal' })
    expect(logs[2]).toEqual({
      id: expect.any(Number),
      group_id: 'one',
      action: 'update_metadata',
      success: true,
      error_message: null,
      ip_address: '192.0.2.1',
      user_agent: 'a browser',
      request_data: { title: 'New' },
      management_token: '01234567',
      source_host: 'foto.example',
      source_type: 'public',
      created_at: '2026-01-01T00:00:02.000Z',
    })
  })

  it('counts by action and has the time of the last one', async () => {
    expect(await read('/api/admin/management-audit/stats')).toEqual({
      countedAt: null,
      success: true,
      totalActions: 5,
      actionsByType: { invalid_token: 1, update_metadata: 1, view_group: 3 },
      lastAction: '2026-01-01T00:00:02.000Z',
    })
  })

  it('lists the entries of one group, also of a deleted one, and an empty list for a group without', async () => {
    const { logs, total } = await read<Log>('/api/admin/management-audit/group/one')
    expect(logs.map(({ action }) => action)).toEqual(['update_metadata', 'view_group', 'view_group'])
    expect(total).toBe(3)
    expect(await read('/api/admin/management-audit/group/%00')).toMatchObject({ logs: [], total: 0 })
    expect(await read('/api/admin/management-audit/group/none')).toEqual({
      success: true,
      groupId: 'none',
      logs: [],
      total: 0,
    })
  })
})
