import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/operation/errors.ts'
import type { ConsentView } from '#contract/shapes.ts'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { changeAsOwner, setConsents, uploadWith } from '#tests/support/consents.ts'
import { isPublic } from '#tests/support/manage.ts'
import type { UploadedGroup } from '#tests/support/upload.ts'

const service = adminService()
const getConsents = (groupId: string) => ask(service.admin, 'getGroupConsents', { params: { groupId } })

describe('listAllPlatforms', () => {
  it('lists the platforms', async () => {
    expect(await ask(service.admin, 'listAllPlatforms')).toEqual([
      { platform_id: 1, platform_name: 'facebook', display_name: 'Facebook', icon_name: 'facebook', is_active: true },
      {
        platform_id: 2,
        platform_name: 'instagram',
        display_name: 'Instagram',
        icon_name: 'instagram',
        is_active: true,
      },
      { platform_id: 3, platform_name: 'tiktok', display_name: 'TikTok', icon_name: 'tiktok', is_active: true },
      { platform_id: 4, platform_name: 'website', display_name: 'Our website', icon_name: 'globe', is_active: false },
    ])
  })
})

describe('getGroupConsents', () => {
  it('shows workshop and platforms with their times', async () => {
    const group = await uploadWith(service, 2)
    await changeAsOwner(service, { groupId: group.groupId, action: 'revoke', platformId: 2 })
    const { socialMediaConsents, ...view } = await getConsents(group.groupId)
    expect(view).toEqual({
      groupId: group.groupId,
      workshopConsent: true,
      consentTimestamp: group.uploadDate,
    })
    expect(socialMediaConsents).toEqual([
      {
        platformId: 2,
        platformName: 'instagram',
        displayName: 'Instagram',
        consented: true,
        consentTimestamp: group.uploadDate,
        revoked: true,
        revokedTimestamp: expect.any(String),
      },
    ])
  })

  it('404 when the group is unknown', async () => {
    await refused(send(service.admin, 'getGroupConsents', { params: { groupId: 'unknown' } }), 404, 'GROUP_NOT_FOUND')
  })
})

describe('setGroupConsents', () => {
  let group: UploadedGroup
  beforeEach(async () => {
    group = await uploadWith(service, 1)
  })
  const inForce = ({ socialMediaConsents }: ConsentView) =>
    socialMediaConsents.filter(({ revoked }) => !revoked).map(({ platformId }) => platformId)

  it('changes only what the body names', async () => {
    const answer = await setConsents(service, group.groupId, {
      socialMediaConsents: [{ platformId: 3, consented: true }],
    })
    expect(answer).toMatchObject({ success: true, message: expect.any(String), workshopConsent: true })
    expect(inForce(answer)).toEqual([1, 3])
    expect(await getConsents(group.groupId)).toMatchObject({ socialMediaConsents: answer.socialMediaConsents })
    const revoked = await setConsents(service, group.groupId, { workshopConsent: false })
    expect(revoked.workshopConsent).toBe(false)
    expect(inForce(revoked)).toEqual([1, 3])
  })

  it('accepts a list of ids; consented defaults to true', async () => {
    expect(inForce(await setConsents(service, group.groupId, { socialMediaConsents: [2] }))).toEqual([1, 2])
    expect(inForce(await setConsents(service, group.groupId, { socialMediaConsents: [{ platformId: 3 }] }))).toEqual([
      1, 2, 3,
    ])
  })

  it('keeps the record of a revoked consent, and creates none for a platform that was never selected', async () => {
    const socialMediaConsents = [1, 2].map((platformId) => ({ platformId, consented: false }))
    expect((await setConsents(service, group.groupId, { socialMediaConsents })).socialMediaConsents).toMatchObject([
      { platformId: 1, consented: true, revoked: true, revokedTimestamp: expect.any(String) },
    ])
  })

  it('removes the group from the feed at once and restores it', async () => {
    const { groupId } = group
    await service.approve(groupId)
    const shown = () => isPublic(service.app, groupId)
    expect(await shown()).toBe(true)
    await setConsents(service, groupId, { workshopConsent: false })
    expect(await shown()).toBe(false)
    await setConsents(service, groupId, { workshopConsent: true })
    expect(await shown()).toBe(true)
    expect(await service.group(groupId)).toMatchObject({ isApproved: true, changedSinceApproval: false })
  })

  it('409 for a consent that the owner withdrew, without any change; the owner can give it again', async () => {
    const { groupId } = group
    for (const platformId of [null, 1]) {
      await changeAsOwner(service, { groupId, action: 'revoke', platformId })
      const before = await getConsents(groupId)
      const given = platformId === null ? { workshopConsent: true } : { socialMediaConsents: [platformId] }
      const json = { ...given, ...(platformId === null && { socialMediaConsents: [2] }) }
      await refused(send(service.admin, 'setGroupConsents', { params: { groupId }, json }), 409, 'WITHDRAWN_BY_OWNER')
      expect(await getConsents(groupId)).toEqual(before)
      await changeAsOwner(service, { groupId, action: 'restore', platformId })
    }
    expect(await getConsents(groupId)).toMatchObject({ workshopConsent: true })
  })

  it('a moderator restores what a moderator withdrew, until the owner withdraws it as well', async () => {
    const { groupId } = group
    await setConsents(service, groupId, { workshopConsent: false })
    await setConsents(service, groupId, { workshopConsent: true })
    await changeAsOwner(service, { groupId, action: 'revoke', platformId: null })
    const json = { workshopConsent: true }
    await refused(send(service.admin, 'setGroupConsents', { params: { groupId }, json }), 409, 'WITHDRAWN_BY_OWNER')
  })

  it.each<[string, unknown, ErrorCode]>([
    ['nothing is given', {}, 'NO_FIELDS'],
    ['workshopConsent is a text', { workshopConsent: 'true' }, 'INVALID_BODY'],
    ['socialMediaConsents is no list', { socialMediaConsents: 2 }, 'INVALID_BODY'],
    ['an entry has no platformId', { socialMediaConsents: [{ consented: true }] }, 'INVALID_BODY'],
    ['a platform is unknown', { workshopConsent: false, socialMediaConsents: [2, 99] }, 'UNKNOWN_PLATFORM'],
  ])('400 when %s, and nothing changes', async (_, json, code) => {
    const before = await getConsents(group.groupId)
    await refused(send(service.admin, 'setGroupConsents', { params: { groupId: group.groupId }, json }), 400, code)
    expect(await getConsents(group.groupId)).toEqual(before)
  })

  it('404 when the group is unknown', async () => {
    for (const json of [{ workshopConsent: true }, { socialMediaConsents: [] }]) {
      await refused(
        send(service.admin, 'setGroupConsents', { params: { groupId: 'unknown' }, json }),
        404,
        'GROUP_NOT_FOUND',
      )
    }
  })
})
