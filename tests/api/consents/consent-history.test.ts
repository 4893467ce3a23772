import { describe, expect, it } from 'vitest'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { changeAsOwner, setConsents, uploadWith } from '#tests/support/consents.ts'

const service = adminService()

describe('listConsentHistory', () => {
  const history = (groupId: string) => send(service.admin, 'listConsentHistory', { params: { groupId } })

  it('returns what was agreed when, to which wording, and how it changed', async () => {
    const { groupId, uploadDate } = await uploadWith(service, 2)
    await changeAsOwner(service, { groupId, action: 'revoke', platformId: 2 })
    await changeAsOwner(service, { groupId, action: 'revoke', platformId: 2 })
    await setConsents(service, groupId, { workshopConsent: false })
    const workshop = { consentType: 'workshop', platformId: null, platformName: null, wording: expect.any(String) }
    const instagram = { ...workshop, consentType: 'social_media', platformId: 2, platformName: 'instagram' }
    expect((await history(groupId)).body.history).toMatchObject([
      { ...workshop, action: 'give', source: 'upload', username: null, timestamp: uploadDate },
      { ...instagram, action: 'give', source: 'upload', username: null, timestamp: uploadDate },
      { ...instagram, action: 'revoke', source: 'management', username: null },
      { ...workshop, action: 'revoke', source: 'admin', username: 'admin' },
    ])
  })

  it('404 when the group is unknown; deleting a group deletes its history', async () => {
    await refused(history('unknown'), 404, 'GROUP_NOT_FOUND')
    const { groupId } = await uploadWith(service)
    await ask(service.admin, 'deleteGroup', { params: { groupId } })
    await refused(history(groupId), 404, 'GROUP_NOT_FOUND')
  })
})
