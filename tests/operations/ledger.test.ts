import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { replayWithdrawals } from '#server/operations/withdrawals/replay-withdrawals.ts'
import type { Database } from '#server/ports/deps.ts'
import type { NewWithdrawal, Withdrawal } from '#server/ports/withdrawals/withdrawals.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import { testDatabases } from '#tests/support/test-database.ts'

const passwords = { hash: async () => 'nobody knows it', verify: async () => false, rank: () => Promise.reject() }
const entry = (withdrawal: NewWithdrawal): Withdrawal => ({
  id: randomUUID(),
  at: '2026-01-01T00:00:00.000Z',
  ...withdrawal,
})

/** Every transaction from the nth on fails, as if the process died there. */
function dyingAt(database: Database, at: number): Database {
  let begun = 0
  const transaction: Database['transaction'] = (run) =>
    ++begun < at ? database.transaction(run) : Promise.reject(new Error('the process has died'))
  return { ...database, transaction }
}

describe.each(await testDatabases())('a replay of the ledger on %s', (_engine, newDatabase) => {
  it('that is interrupted anywhere is completed by the next', async () => {
    await using rows = await newDatabase()
    const { database } = rows
    const groups = await seedGroups(database, Array(3).fill({ images: 2, isApproved: true }))
    const [deleted = '', hidden = '', revoked = ''] = groups.map(({ groupId }) => groupId)
    const [imageId = 0] = (await database.images.ofGroup(hidden)).map(({ id }) => id)
    const entries = [
      entry({ kind: 'group_deleted_by_owner', groupId: deleted }),
      entry({ kind: 'image_hidden', groupId: hidden, imageId }),
      entry({ kind: 'workshop_consent_revoked', groupId: revoked }),
    ]
    for (let at = 1; at <= 4; at++) {
      const dying = { database: dyingAt(database, at), passwords }
      await expect(replayWithdrawals(dying, { entries }), `${at}`).rejects.toThrow('has died')
    }
    const known = async () => (await database.withdrawals.all()).map(({ id }) => id)
    expect(await known()).not.toContain(entries[0]?.id)
    await replayWithdrawals({ database, passwords }, { entries })
    expect(await known()).toEqual(expect.arrayContaining(entries.map(({ id }) => id)))
    expect(await database.groups.find(deleted)).toBeUndefined()
    expect(await database.images.ofGroup(hidden)).toMatchObject([{ hiddenReason: 'moderator' }, { hiddenReason: null }])
    expect(await database.groups.publishedPlaces(undefined, 10)).toMatchObject([{ groupId: hidden }])
    expect(await database.deletionLog.latest('all')).toHaveLength(1)
    expect((await database.moderation.consentHistory(revoked)).map(({ action }) => action)).toEqual(['revoke'])
  })

  it('applies what lifts withdrawals: consents given again, undone steps, groups brought back', async () => {
    await using rows = await newDatabase()
    const { database } = rows
    const [group] = await seedGroups(database, [{ images: 1, isApproved: true }])
    const groupId = group?.groupId ?? ''
    const kinds = [
      'group_deleted_by_admin',
      'brought_back',
      'workshop_consent_revoked',
      'workshop_consent_restored',
      'approval_withdrawn',
      'approval_restored',
    ] as const
    const entries = kinds.map((kind) => entry({ kind, groupId }))
    const replayed = await replayWithdrawals({ database, passwords }, { entries })
    expect(replayed).toMatchObject({ entries: 6, deletedGroups: [], changedGroups: [] })
    // A new approval may have been given to other texts.
    const later = [entry({ kind: 'approval_withdrawn', groupId })]
    expect(await replayWithdrawals({ database, passwords }, { entries: later })).toMatchObject({
      changedGroups: [groupId],
    })
    expect(await replayWithdrawals({ database, passwords }, { entries })).toMatchObject({ entries: 0 })
  })
})

describe.each(await sharedPlaces())('the ledger of two replicas, on %s', (files) => {
  it('has the withdrawals of both, each once', async () => {
    await using replicas = await startReplicas(files)
    const groups = []
    for (let n = 0; n < 8; n++) groups.push(await ownGroup(replicas.first, { images: 1, approved: false }))
    await Promise.all(
      groups.map(({ token }, n) =>
        (n % 2 ? replicas.first : replicas.second).fetch(`/api/manage/${token}`, { method: 'DELETE' }),
      ),
    )
    const content = await replicas.second.app.deps.ledger.read()
    const deleted = content?.entries.filter(({ kind }) => kind === 'group_deleted_by_owner')
    expect(deleted?.map(({ groupId }) => groupId).toSorted()).toEqual(groups.map(({ groupId }) => groupId).toSorted())
    expect(content?.damagedLines).toBe(0)
    expect(await replicas.first.app.deps.database.withdrawals.pendingCount()).toBe(0)
  })
})
