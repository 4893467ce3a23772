import { describe, expect, it } from 'vitest'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { uploadGroup } from '#tests/support/upload.ts'

const service = adminService()

/** A photo of 2008, a photo of 2010 and another group of 2009, all approved; the year of the upload was left as it is. */
async function dated() {
  const photo = async (name: string, year: number) => ({
    name,
    bytes: await makeImage({ takenAt: `${year}:05:06 07:08:09` }),
  })
  const group = await uploadGroup(service.app, { files: [await photo('a.jpg', 2008), await photo('b.jpg', 2010)] })
  const between = await uploadGroup(service.app, { files: [await photo('c.jpg', 2009)] })
  for (const { groupId } of [group, between]) await service.approve(groupId)
  const { groupId } = group
  const [first] = group.images
  const params = { groupId, imageId: String(first?.id) }
  return {
    groupId,
    clear: (json: unknown = { exifDateTaken: null }) => send(service.admin, 'editImage', { params, json }),
    years: async () => (await service.group(groupId)).images.map(({ exifDateTaken }) => exifDateTaken?.slice(0, 4)),
    isFirst: async () => {
      const { groups } = await ask(service.app, 'listGroups')
      const ids = groups.map((each) => each.groupId)
      return ids.indexOf(groupId) < ids.indexOf(between.groupId)
    },
    captured: async () => (await ask(service.app, 'getGroup', { params: { groupId } })).captureDate?.slice(0, 4),
  }
}

describe('clearing the capture date of a photo, whose camera had a wrong clock (D15)', () => {
  it('counts as unknown for the order, keeps the approval, and is in the log', async () => {
    const { groupId, clear, years, isFirst, captured } = await dated()
    expect([await isFirst(), await captured()]).toEqual([true, '2008'])
    const { revision: before } = await service.group(groupId)
    const { status, body } = await clear()
    expect(status).toBe(200)
    expect([await isFirst(), await captured()]).toEqual([false, '2010'])
    expect(await years()).toEqual([undefined, '2010'])
    expect(body).toMatchObject({ previousRevision: before, undoId: expect.any(String) })
    const group = await service.group(groupId)
    expect(group).toMatchObject({ isApproved: true, changedSinceApproval: false, revision: body.revision })
    expect(body.revision).not.toBe(before)
    const { entries } = await ask(service.admin, 'listAdminAudit', { query: { limit: 1 } })
    expect(entries[0]).toMatchObject({ action: 'edit_image', details: { groupId, fields: ['exifDateTaken'] } })
  })

  it('is undone', async () => {
    const { clear, years, isFirst, captured } = await dated()
    const { undoId } = (await clear()).body
    expect((await send(service.admin, 'undoModeration', { json: { undoId } })).status).toBe(200)
    expect([await years(), await isFirst(), await captured()]).toEqual([['2008', '2010'], true, '2008'])
  })

  it('changes nothing where none is known', async () => {
    const { clear } = await dated()
    await clear()
    expect((await clear()).body).toMatchObject({ undoId: null })
  })

  it.each(['2024-01-01T00:00:00.000Z', '', 5])('400 for %j: only what is wrong can be taken away', async (date) => {
    await refused((await dated()).clear({ exifDateTaken: date }), 400, 'INVALID_BODY')
  })
})
