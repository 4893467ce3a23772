import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { purgeCounters } from '#server/jobs/purge.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { isPublic, type OwnedGroup, stored } from '#tests/support/manage.ts'
import { reviewedGroups } from '#tests/support/reviewed-groups.ts'

const { clock, app, admin, waiting, seenByAdmin, approve, undo, edit, publicGroup, describeFirst } = reviewedGroups()

describe('an approval that is taken back (D46)', () => {
  it('within ten minutes counts as never given: the deletion date is the old one', async () => {
    const group = await waiting()
    const before = await seenByAdmin(group.groupId)
    await approve(group.groupId)
    clock.advance(9 * 60_000)
    await approve(group.groupId, { approved: false })
    const { deletionDate, changedSinceApproval, changesSinceApproval } = await seenByAdmin(group.groupId)
    expect({ deletionDate, changedSinceApproval, changesSinceApproval }).toEqual({
      deletionDate: before.deletionDate,
      changedSinceApproval: false,
      changesSinceApproval: [],
    })
    expect((await stored(app(), group.groupId)).firstApprovedAt).toBeNull()
  })

  it('later, or when the group was approved before, is a withdrawn approval', async () => {
    const group = await waiting()
    await approve(group.groupId)
    clock.advance(10 * 60_000 + 1)
    await approve(group.groupId, { approved: false })
    expect((await seenByAdmin(group.groupId)).deletionDate).toBeNull()
    const { firstApprovedAt } = await stored(app(), group.groupId)
    await approve(group.groupId)
    expect((await stored(app(), group.groupId)).firstApprovedAt).toBe(firstApprovedAt)
    await approve(group.groupId, { approved: false })
    expect((await seenByAdmin(group.groupId)).deletionDate).toBeNull()
  })
})

describe('steps of more than an hour ago', () => {
  it('are removed by the hourly job', async () => {
    const { deps } = app().app
    const undoIds: unknown[] = []
    for (const minutes of [61, 0]) {
      undoIds.push((await approve((await waiting(1)).groupId)).body.undoId)
      clock.advance(minutes * 60_000)
    }
    await purgeCounters(deps)
    const left = undoIds.map((undoId) => deps.database.transaction((tx) => tx.moderationUndo.groupIds(String(undoId))))
    expect((await Promise.all(left)).map(({ length }) => length)).toEqual([0, 1])
  })

  it('do not get in the way of moderators who decide about the same groups at once', async () => {
    const groups = await Promise.all(Array.from({ length: 30 }, () => waiting(1)))
    const groupIds = groups.map(({ groupId }) => groupId).toSorted()
    for (let round = 0; round < 3; round++) {
      const approved = round % 2 === 0
      for (let n = 0; n < 3; n++) await approve((await waiting(1)).groupId)
      clock.advance(61 * 60_000)
      const action = approved ? 'approve' : 'unapprove'
      const bulk = send(admin(), 'bulkModerate', { json: { action, groupIds } })
      await sleep(4 + 2 * round)
      const single = groupIds.toReversed().map((groupId) => approve(groupId, { approved }))
      const answers: { status: number }[] = await Promise.all([bulk, ...single])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
  })
})

describe('undoModeration', () => {
  const stateOf = async (group: OwnedGroup) => {
    const { images, ...rest } = await seenByAdmin(group.groupId)
    const { groups } = await ask(admin(), 'listAdminGroups', { query: { order: 'deadline' } })
    return {
      ...rest,
      revision: '',
      images: images.map(({ fileName: _, filePath: __, previewPath: ___, ...image }) => image),
      position: groups.findIndex(({ groupId }) => groupId === group.groupId),
      public: await publicGroup(group.groupId),
    }
  }

  it.each<[string, Record<string, unknown>]>([
    ['an approval', {}],
    ['a withdrawn approval', { approved: false, moderationNote: 'A face' }],
  ])('gives back exactly what was before %s', async (_, json) => {
    const group = await waiting()
    if (json.approved === false) await approve(group.groupId)
    clock.advance(30 * 60_000)
    const before = await stateOf(group)
    const { undoId } = (await approve(group.groupId, json)).body
    expect((await undo(undoId)).body).toMatchObject({ groupIds: [group.groupId] })
    const after = await stateOf(group)
    const names = (state: typeof before) => ({
      ...state,
      public: {
        ...state.public,
        images: state.public.images?.map((image) => ({ ...image, fileName: '', filePath: '', previewPath: '' })),
      },
    })
    expect(names(after)).toEqual(names(before))
  })

  it("restores the owner's unseen changes that were confirmed", async () => {
    const group = await waiting()
    await approve(group.groupId)
    await describeFirst(group, 'unseen')
    const before = await stateOf(group)
    const { undoId } = (await approve(group.groupId)).body
    await undo(undoId)
    expect(await stateOf(group)).toEqual(before)
    expect(before).toMatchObject({ isApproved: true, changesSinceApproval: ['update_descriptions'] })
  })

  it('undoes a bulk step and a hidden photo', async () => {
    const groups = [await waiting(), await waiting()]
    const groupIds = groups.map(({ groupId }) => groupId)
    const { undoId } = await ask(admin(), 'bulkModerate', { json: { action: 'approve', groupIds } })
    const [first] = groups
    expect((await undo(undoId)).status).toBe(200)
    for (const groupId of groupIds) expect(await isPublic(app(), groupId)).toBe(false)
    const hiding = (await edit(first?.groupId ?? '', first?.imageIds[0], { hidden: true })).body
    await undo(hiding.undoId)
    expect((await seenByAdmin(first?.groupId ?? '')).images[0]?.hidden).toBe(false)
  })

  it('answers the revisions before and after, so that its moderator can go on at once (D44)', async () => {
    const { groupId, imageIds } = await waiting()
    const hiding = (await edit(groupId, imageIds[0], { hidden: true })).body
    const [undone, ...others] = (await undo(hiding.undoId)).body.revisions
    expect(others).toEqual([])
    expect(undone).toEqual({ groupId, previousRevision: hiding.revision, revision: expect.any(String) })
    await refused(approve(groupId, { revision: hiding.revision }), 409, 'GROUP_CHANGED')
    expect((await approve(groupId, { revision: undone?.revision })).status).toBe(200)
  })

  it('keeps nobody from deleting the group in the same moment, and no other undo from its answer', async () => {
    for (let round = 0; round < 8; round++) {
      const group = await waiting(1)
      const undoIds: unknown[] = []
      for (const approved of [true, false]) undoIds.unshift((await approve(group.groupId, { approved })).body.undoId)
      const undone = await Promise.all(undoIds.map(undo))
      expect([
        [200, 200],
        [200, 409],
      ]).toContainEqual(undone.map(({ status }) => status))
      const other = await waiting(1)
      const { undoId } = (await approve(other.groupId)).body
      const [deleted, again] = await Promise.all([other.owner.send('DELETE'), undo(undoId)])
      expect(deleted.status).toBe(200)
      expect([200, 404]).toContain(again.status)
    }
  })

  it('409 GROUP_CHANGED when the owner has changed the group since; 404 for a second undo, an unknown one or after an hour', async () => {
    const group = await waiting()
    await approve(group.groupId)
    const { undoId } = (await approve(group.groupId, { approved: false })).body
    await approve(group.groupId)
    await refused(undo(undoId), 409, 'GROUP_CHANGED')
    expect(await isPublic(app(), group.groupId)).toBe(true)
    const next = (await approve(group.groupId, { approved: false })).body
    expect((await undo(next.undoId)).status).toBe(200)
    await refused(undo(next.undoId), 404, 'UNDO_NOT_FOUND')
    await refused(undo('unknown'), 404, 'UNDO_NOT_FOUND')
    const late = (await approve(group.groupId, { approved: false })).body
    clock.advance(61 * 60_000)
    await refused(undo(late.undoId), 404, 'UNDO_NOT_FOUND')
  })

  it('answers undoId null for a step that changes nothing', async () => {
    const group = await waiting()
    expect((await approve(group.groupId, { approved: false })).body.undoId).toBeNull()
  })

  it.each([
    ['title', { title: 'Unseen' }],
    ['name', { name: 'Unseen' }],
    ['description', { description: 'Unseen' }],
  ])('409 GROUP_CHANGED when the owner has changed the %s since, also within ten minutes', async (_, metadata) => {
    for (const minutes of [0, 30]) {
      const group = await waiting()
      await approve(group.groupId)
      clock.advance(minutes * 60_000)
      const { undoId } = (await approve(group.groupId, { approved: false })).body
      await group.owner.send('PUT', '/metadata', metadata)
      await refused(undo(undoId), 409, 'GROUP_CHANGED')
      expect(await isPublic(app(), group.groupId)).toBe(false)
    }
  })

  it('409 GROUP_CHANGED by the bulk step, too, and when captions or the order have changed', async () => {
    const changes: ((group: OwnedGroup) => Promise<unknown>)[] = [
      (group) => group.owner.send('PUT', '/metadata', { title: 'Unseen' }),
      (group) => describeFirst(group, 'unseen'),
      ({ owner, imageIds }) => owner.send('PUT', '/reorder', { imageIds: imageIds.toReversed() }),
    ]
    for (const change of changes) {
      const group = await waiting()
      const groupIds = [group.groupId]
      await ask(admin(), 'bulkModerate', { json: { action: 'approve', groupIds } })
      const { undoId } = await ask(admin(), 'bulkModerate', { json: { action: 'unapprove', groupIds } })
      await change(group)
      await refused(undo(undoId), 409, 'GROUP_CHANGED')
      expect(await isPublic(app(), group.groupId)).toBe(false)
    }
  })

  it('undoes one step after the other', async () => {
    const { groupId, imageIds } = await waiting()
    const hiding = (await edit(groupId, imageIds[0], { hidden: true })).body
    const approval = (await approve(groupId)).body
    const withdrawal = (await approve(groupId, { approved: false })).body
    for (const { undoId } of [withdrawal, approval, hiding]) expect((await undo(undoId)).status).toBe(200)
    expect((await seenByAdmin(groupId)).images.every(({ hidden }) => !hidden)).toBe(true)
  })
})
