import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '#server/ports/deps.ts'
import type { Withdrawal, WithdrawalKind } from '#server/ports/withdrawals/withdrawals.ts'
import { type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

describe.each(await testDatabases())('withdrawals on %s', (_engine, newDatabase) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await newDatabase()
  })
  afterAll(async () => {
    expect(rows.untried('withdrawals').filter((method) => !(method in rows.database.withdrawals))).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  it('begin with an entry and the id of the ledger', async () => {
    expect(await rows.database.withdrawals.all()).toMatchObject([{ kind: 'begun' }])
    expect(await rows.database.serviceState.get('ledger')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('keep their order and fields, and wait for the ledger', async () => {
    const groupId = randomUUID()
    await rows.write((tx) => tx.withdrawals.add({ kind: 'image_deleted', groupId, imageId: 7 }))
    await rows.write((tx) => tx.withdrawals.add({ kind: 'platform_consent_revoked', groupId, platformId: 1 }))
    await rows.write((tx) => tx.withdrawals.add({ kind: 'account_deleted', userId: 3 }))
    const { withdrawals } = rows.database
    const [begun, ...added] = await withdrawals.pending(10)
    expect(added).toEqual([
      { id: expect.any(String), at: expect.any(String), kind: 'image_deleted', groupId, imageId: 7 },
      { id: expect.any(String), at: expect.any(String), kind: 'platform_consent_revoked', groupId, platformId: 1 },
      { id: expect.any(String), at: expect.any(String), kind: 'account_deleted', userId: 3 },
    ])
    expect(await withdrawals.pending(1)).toEqual([begun])
    const ids = added.map(({ id }) => id)
    await rows.write((tx) => tx.withdrawals.markWritten(ids))
    expect(await withdrawals.pendingCount()).toBe(1)
    await rows.write((tx) => tx.withdrawals.markPending(ids.slice(1)))
    expect(await withdrawals.pending(10)).toEqual([begun, ...added.slice(1)])
  })

  it('have the time of their change, not of the transaction that waited for another one', async () => {
    const [begun, waiting, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), randomUUID()]
    const add = (tx: Transaction, kind: WithdrawalKind) => tx.withdrawals.add({ kind, groupId: changed })
    // Where only one transaction runs at a time the second begins after the first.
    const last = rows.write(async (tx) => {
      await tx.groups.find(changed)
      begun.resolve()
      if (!rows.database.exclusive) await waiting.promise
      await add(tx, 'workshop_consent_revoked')
    })
    await begun.promise
    if (rows.database.exclusive) await last
    await sleep(5)
    await rows.write((tx) => add(tx, 'workshop_consent_restored'))
    waiting.resolve()
    await last
    const added = (await rows.database.withdrawals.all()).slice(-2)
    expect(added.map(({ at }) => at)).toEqual(added.map(({ at }) => at).toSorted())
  })

  it('are rolled back with their transaction', async () => {
    const before = await rows.database.withdrawals.all()
    const failing = rows.database.transaction(async (tx) => {
      await tx.withdrawals.add({ kind: 'account_deleted', userId: 4 })
      throw new Error('of the test')
    })
    await expect(failing).rejects.toThrow('of the test')
    expect(await rows.database.withdrawals.all()).toEqual(before)
  })

  it('of a ledger are imported once, as written', async () => {
    const entries: Withdrawal[] = [1, 2].map((userId) => ({
      id: randomUUID(),
      at: '2026-01-01T00:00:00.000Z',
      kind: 'password_changed',
      userId,
    }))
    const pending = await rows.database.withdrawals.pendingCount()
    await rows.write((tx) => tx.withdrawals.adopt(entries.slice(0, 1)))
    await rows.write((tx) => tx.withdrawals.adopt(entries))
    expect((await rows.database.withdrawals.all()).slice(-2)).toEqual(entries)
    expect(await rows.database.withdrawals.pendingCount()).toBe(pending)
  })

  it('notify the ledger after the commit, but not for the cleanup', async () => {
    const seen: number[] = []
    rows.database.onWithdrawal(async () => void seen.push(await rows.database.withdrawals.pendingCount()))
    const before = await rows.database.withdrawals.pendingCount()
    await rows.write((tx) => tx.withdrawals.add({ kind: 'group_deleted_by_cleanup', groupId: randomUUID() }))
    expect(seen).toEqual([])
    await rows.write((tx) => tx.withdrawals.add({ kind: 'group_deleted_by_owner', groupId: randomUUID() }))
    expect(seen).toEqual([before + 2])
  })
})
