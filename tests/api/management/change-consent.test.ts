import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/operation/errors.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { answerOf, isPublic, ownGroup, stored } from '#tests/support/manage.ts'
import { publish } from '#tests/support/upload.ts'
import { managedService } from './managed-service.ts'

const service = managedService()
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('changeConsent', () => {
  const change = (json: unknown) => service.own.owner.send('PUT', '/consents', json)
  const consents = async () => (await service.own.owner.view()).body.data.socialMediaConsents

  it('removes a group with a revoked workshop consent from the very next read of the feed, and restores it without new moderation', async () => {
    expect(await isPublic(service.app, service.own.groupId)).toBe(true)
    const revoked = await change({ consentType: 'workshop', action: 'revoke' })
    expect(await isPublic(service.app, service.own.groupId)).toBe(false)
    expect(revoked).toMatchObject({
      status: 200,
      body: { success: true, data: { consentType: 'workshop', platformId: null, newValue: false } },
    })
    expect((await service.own.owner.view()).body.data).toMatchObject({
      display_in_workshop: false,
      workshopRevokedTimestamp: expect.stringMatching(timestamp),
      isApproved: true,
      isPublished: false,
    })

    const restored = await change({ consentType: 'workshop', action: 'restore' })
    expect(await isPublic(service.app, service.own.groupId)).toBe(true)
    expect(restored.body.data).toEqual({ consentType: 'workshop', platformId: null, newValue: true })
    expect((await service.own.owner.view()).body.data).toMatchObject({
      display_in_workshop: true,
      workshopRevokedTimestamp: null,
      isPublished: true,
    })
  })

  it('keeps a revoked platform as a record that is both consented and revoked, and restores it', async () => {
    service.own = await ownGroup(service.app, {
      parts: { consents: { workshopConsent: true, socialMediaConsents: [2] } },
    })
    const revoked = await change({ consentType: 'social_media', platformId: 2, action: 'revoke' })
    expect(revoked.body.data).toEqual({ consentType: 'social_media', platformId: 2, newValue: false })
    expect(await consents()).toMatchObject([
      { platformId: 2, consented: true, revoked: true, revokedTimestamp: expect.stringMatching(timestamp) },
    ])
    expect(await isPublic(service.app, service.own.groupId)).toBe(true)
    const restored = await change({ consentType: 'platform', platformId: 2, action: 'restore' })
    expect(restored.body.data).toEqual({ consentType: 'social_media', platformId: 2, newValue: true })
    expect(await consents()).toMatchObject([{ platformId: 2, consented: true, revoked: false, revokedTimestamp: null }])
  })

  it('creates a record when a never selected platform is restored, and none when it is revoked', async () => {
    const revoked = await change({ consentType: 'social_media', platformId: 3, action: 'revoke' })
    expect(revoked.body.data).toMatchObject({ platformId: 3, newValue: false })
    expect(await consents()).toEqual([])
    await change({ consentType: 'social_media', platformId: 3, action: 'restore' })
    expect(await consents()).toMatchObject([{ platformId: 3, consented: true, revoked: false }])
  })

  it('changes nothing when it is done twice', async () => {
    for (const action of ['revoke', 'restore'] as const) {
      for (const target of [{ consentType: 'workshop' }, { consentType: 'social_media', platformId: 1 }] as const) {
        const first = await change({ ...target, action })
        const state = (await service.own.owner.view()).body
        const second = await change({ ...target, action })
        expect(second.body).toEqual(first.body)
        expect((await service.own.owner.view()).body).toEqual(state)
      }
    }
  })

  it('also removes a group that was never asked from the feed', async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await makeImage())]), 'one.jpg')
    const { body } = await answerOf(await service.app.fetch('/api/upload', { method: 'POST', body: form }))
    await publish(service.app, body.groupId)
    const send = (action: string) =>
      service.app.fetch(`/api/manage/${body.managementToken}/consents`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ consentType: 'workshop', action }),
      })
    expect(await isPublic(service.app, body.groupId)).toBe(true)
    await send('revoke')
    expect(await isPublic(service.app, body.groupId)).toBe(false)
    await send('restore')
    expect(await isPublic(service.app, body.groupId)).toBe(true)
    expect(await stored(service.app, body.groupId)).toMatchObject({ displayInWorkshop: true })
  })

  it.each<[string, unknown, ErrorCode]>([
    ['an unknown type', { consentType: 'newspaper', action: 'revoke' }, 'INVALID_BODY'],
    ['an unknown action', { consentType: 'workshop', action: 'forget' }, 'INVALID_BODY'],
    ['no action', { consentType: 'workshop' }, 'INVALID_BODY'],
    ['a platform consent without a platform', { consentType: 'social_media', action: 'revoke' }, 'INVALID_BODY'],
    ['a platform that is no number', { consentType: 'platform', action: 'revoke', platformId: '1' }, 'INVALID_BODY'],
    ['an unknown platform', { consentType: 'platform', action: 'revoke', platformId: 99 }, 'UNKNOWN_PLATFORM'],
    ['a list', [], 'INVALID_BODY'],
  ])('400 for %s', async (_what, json, code) => {
    await service.refused(() => change(json), 400, code)
    service.unused()
  })
})
