import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/operation/errors.ts'
import { adminService } from '#tests/support/admin-service.ts'
import { refused, send, succeeded, urlOf } from '#tests/support/ask.ts'
import { isPublic } from '#tests/support/manage.ts'
import { type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

const service = adminService()

describe('getAdminGroup', () => {
  it('shows a group that is not approved, with its images and consents', async () => {
    const socialMediaConsents = [{ platformId: 2, consented: true }]
    const group = await uploadGroup(service.app, {
      parts: { consents: { workshopConsent: true, socialMediaConsents } },
    })
    expect(await isPublic(service.app, group.groupId)).toBe(false)
    const shown = await service.group(group.groupId)
    expect(shown).toMatchObject({
      groupId: group.groupId,
      isApproved: false,
      images: [{ id: group.images[0]?.id, originalName: 'a.jpg', upload_order: 1 }],
      socialMediaConsents: [{ platformId: 2, consented: true, revoked: false }],
      changedSinceApproval: false,
      workshopRevokedTimestamp: null,
    })
    expect(shown.deletionDate).not.toBe(null)
    expect(JSON.stringify(shown)).not.toContain(group.managementToken)
  })

  it.each(['unknown', '%00', '%F0%9F%98%80', '..%2F', "'--", 'x'.repeat(500)])('404 for %s', async (groupId) => {
    const path = `/api/admin/groups/${groupId}`
    await refused(service.admin.fetch(path), 404, 'GROUP_NOT_FOUND')
    await refused(service.admin.fetch(path, { method: 'DELETE' }), 404, 'GROUP_NOT_FOUND')
  })
})

describe('editGroup', () => {
  let group: UploadedGroup
  beforeEach(async () => {
    group = await uploadGroup(service.app, { parts: { metadata: { title: 'Old', name: 'Ada', description: 'Text' } } })
  })
  const edit = (json: unknown, groupId = group.groupId) =>
    send(service.admin, 'editGroup', { params: { groupId }, json })

  it('changes the given fields and keeps the approval', async () => {
    await service.approve(group.groupId)
    const answer = await succeeded(edit({ year: 1999, title: ' New ', description: '' }))
    expect(answer).toMatchObject({ success: true, updatedFields: ['title', 'description', 'year'] })
    expect(await service.group(group.groupId)).toMatchObject({
      year: 1999,
      title: 'New',
      description: null,
      name: 'Ada',
      isApproved: true,
      changedSinceApproval: false,
    })
  })

  it('publishes the change at once', async () => {
    await service.approve(group.groupId)
    await succeeded(edit({ title: 'Now' }))
    expect(await (await service.app.fetch(`/api/groups/${group.groupId}`)).json()).toMatchObject({ title: 'Now' })
  })

  it.each<[unknown, ErrorCode]>([
    [{}, 'NO_FIELDS'],
    [{ unknown: 1 }, 'NO_FIELDS'],
    [{ year: 1799 }, 'INVALID_BODY'],
    [{ year: new Date().getFullYear() + 2 }, 'INVALID_BODY'],
    [{ year: 2000.5 }, 'INVALID_BODY'],
    [{ year: '2000' }, 'INVALID_BODY'],
    [{ year: null }, 'INVALID_BODY'],
    [{ title: 5 }, 'INVALID_BODY'],
    [{ title: null }, 'INVALID_BODY'],
    [[], 'INVALID_BODY'],
    [{ title: 'x'.repeat(201) }, 'TEXT_TOO_LONG'],
    [{ name: 'x'.repeat(101) }, 'TEXT_TOO_LONG'],
    [{ description: 'x'.repeat(2_001), title: 'New' }, 'TEXT_TOO_LONG'],
  ])('400 for %j, and nothing changes', async (body, code) => {
    await refused(edit(body), 400, code)
    expect(await service.group(group.groupId)).toMatchObject({ title: 'Old', name: 'Ada', description: 'Text' })
  })

  it('400 for invalid JSON, 415 for another content type', async () => {
    const headers = { 'content-type': 'application/json' }
    const patch = (init: RequestInit) =>
      service.admin.fetch(urlOf('editGroup', { params: { groupId: group.groupId } }), { method: 'PATCH', ...init })
    await refused(patch({ body: '{', headers }), 400, 'MALFORMED_JSON')
    const text = { 'content-type': 'text/plain' }
    await refused(patch({ body: 'title=New', headers: text }), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  it('404 when the group is unknown', async () => {
    await refused(edit({ title: 'New' }, 'unknown'), 404, 'GROUP_NOT_FOUND')
  })
})

describe('deleteGroup', () => {
  const remove = (groupId: string) => send(service.admin, 'deleteGroup', { params: { groupId } })

  it('deletes rows and files and writes to the deletion log', async () => {
    const group = await uploadGroup(service.app)
    await service.approve(group.groupId)
    const { groupId } = group
    expect(await succeeded(remove(groupId))).toMatchObject({ success: true, groupId })
    await refused(send(service.admin, 'getAdminGroup', { params: { groupId } }), 404, 'GROUP_NOT_FOUND')
    expect(await isPublic(service.app, groupId)).toBe(false)
    expect((await service.app.fetch(group.images[0]?.filePath ?? '')).status).toBe(404)
    expect(await service.app.storedFiles()).not.toContain(group.images[0]?.fileName)
    const [entry] = await service.app.app.deps.database.deletionLog.latest('all', 1)
    expect(entry).toMatchObject({ groupId, imageCount: 1, reason: 'admin_moderation_deletion' })
  })

  it('404 when the group is unknown or already deleted', async () => {
    const { groupId } = await uploadGroup(service.app)
    await succeeded(remove(groupId))
    await refused(remove(groupId), 404, 'GROUP_NOT_FOUND')
  })
})
