import { describe, expect, it } from 'vitest'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, refused, send, succeeded } from '#tests/support/ask.ts'
import { atLeast } from '#tests/support/at-least.ts'
import { isPublic } from '#tests/support/manage.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { uploadGroup } from '#tests/support/upload.ts'

const service = adminService()

describe('bulkModerate', () => {
  const bulk = (action: string, groupIds: unknown) =>
    send(service.admin, 'bulkModerate', { json: { action, groupIds } })

  it('approves, unapproves and deletes, with a result for each group in the given order', async () => {
    const groups = [await uploadGroup(service.app), await uploadGroup(service.app)]
    const [a, b] = atLeast(
      2,
      groups.map(({ groupId }) => groupId),
    )
    const approved = await succeeded(bulk('approve', [b, 'unknown', a, b]))
    expect(approved.results).toEqual([
      { groupId: b, ok: true },
      { groupId: 'unknown', ok: false, code: 'GROUP_NOT_FOUND', message: expect.any(String) },
      { groupId: a, ok: true },
    ])
    expect([await isPublic(service.app, a), await isPublic(service.app, b)]).toEqual([true, true])
    await succeeded(bulk('unapprove', [a]))
    expect([await isPublic(service.app, a), await isPublic(service.app, b)]).toEqual([false, true])
    const deleted = await succeeded(bulk('delete', [a, 'unknown', b]))
    expect(deleted.results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(await Promise.all([a, b].map(service.stored))).toEqual([undefined, undefined])
    const files = await service.app.storedFiles()
    for (const { images } of groups) expect(files).not.toContain(images[0]?.fileName)
  })

  it('accepts more groups than fit into one transaction', async () => {
    const groups = await seedGroups(
      service.app.app.deps.database,
      Array.from({ length: 120 }, () => ({})),
    )
    const ids = groups.map(({ groupId }) => groupId)
    const approved = await succeeded(bulk('approve', ids))
    expect(approved.results.filter(({ ok }) => ok)).toHaveLength(120)
    expect((await service.stored(ids[119] ?? ''))?.isApproved).toBe(true)
    const deleted = await succeeded(bulk('delete', ids))
    expect(deleted.results.filter(({ ok }) => ok)).toHaveLength(120)
    expect(await service.stored(ids[60] ?? '')).toBeUndefined()
  })

  it.each([
    ['an unknown action', 'publish', ['a']],
    ['no group', 'approve', []],
    ['more than 1,000 groups', 'approve', Array.from({ length: 1_001 }, (_, index) => String(index))],
    ['ids that are no texts', 'approve', [1]],
    ['no list', 'approve', 'a'],
  ])('400 for %s', async (_, action, groupIds) => {
    await refused(bulk(action, groupIds), 400, 'INVALID_BODY')
  })
})

describe('routes', () => {
  it('match fixed paths before those with a group or image id, whatever ids exist', async () => {
    const { database } = service.app.app.deps
    const ids = ['by-consent', 'bulk', 'groups']
    await seedGroups(
      database,
      ids.map((groupId) => ({ groupId })),
    )
    expect(await ask(service.admin, 'listGroupsByConsent')).toHaveProperty('count')
    expect(await ask(service.admin, 'exportConsents')).toHaveProperty('exportDate')
    const json = { action: 'unapprove', groupIds: ids }
    expect(await ask(service.admin, 'bulkModerate', { json })).toHaveProperty('results')
    const [image] = await database.images.ofGroup('by-consent')
    const descriptions = [{ imageId: image?.id, description: 'x' }]
    const params = { groupId: 'by-consent' }
    expect(await ask(service.admin, 'editImageDescriptions', { params, json: { descriptions } })).toHaveProperty(
      'updatedCount',
      1,
    )
    const order = { imageIds: [(await database.images.ofGroup('groups'))[0]?.id] }
    expect(await ask(service.admin, 'reorderImages', { params: { groupId: 'groups' }, json: order })).toMatchObject({
      data: { groupId: 'groups' },
    })
  })
})
