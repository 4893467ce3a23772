import { describe, expect, it } from 'vitest'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, send } from '#tests/support/ask.ts'
import { uploadWith } from '#tests/support/consents.ts'

const service = adminService()
const peertube = { platform_name: 'peertube', display_name: 'PeerTube', icon_name: 'globe' }
const offered = async () => (await ask(service.app, 'listPlatforms')).map((each) => each.platform_name)

describe('createPlatform', () => {
  it('201 with the platform, which is offered to visitors', async () => {
    const { status, body } = await send(service.admin, 'createPlatform', { json: peertube })
    expect(status).toBe(201)
    expect(body.platform).toMatchObject({ ...peertube, is_active: true })
    expect(await offered()).toContain('peertube')
    const { entries } = await ask(service.admin, 'listAdminAudit', { query: { action: 'create_platform' } })
    expect(entries).toMatchObject([{ target_type: 'platform', target_id: String(body.platform.platform_id) }])
  })

  it('409 PLATFORM_EXISTS for an existing name', async () => {
    const json = { ...peertube, platform_name: 'instagram' }
    expect(await send(service.admin, 'createPlatform', { json })).toMatchObject({
      status: 409,
      body: { code: 'PLATFORM_EXISTS' },
    })
  })

  it.each([
    ['platform_name', { ...peertube, platform_name: 'Peer Tube' }],
    ['icon_name', { ...peertube, platform_name: 'other', icon_name: 'skull' }],
  ])('400 for a %s outside its set', async (field, json) => {
    const { status, body } = await send(service.admin, 'createPlatform', { json })
    expect([status, body.details]).toEqual([400, { field }])
  })
})

describe('updatePlatform', () => {
  it('switches a platform off, and keeps the consents given before', async () => {
    const { body } = await send(service.admin, 'createPlatform', { json: { ...peertube, platform_name: 'old' } })
    const { platform_id: id } = body.platform
    const { groupId } = await uploadWith(service, id)
    const changed = await ask(service.admin, 'updatePlatform', {
      params: { id },
      json: { is_active: false, display_name: 'Old one' },
    })
    expect(changed.platform).toMatchObject({ platform_name: 'old', display_name: 'Old one', is_active: false })
    expect(await offered()).not.toContain('old')
    const { socialMediaConsents } = await ask(service.admin, 'getGroupConsents', { params: { groupId } })
    expect(socialMediaConsents).toMatchObject([{ platformId: id, displayName: 'Old one', consented: true }])
  })

  it('moves a platform in all lists, also those of visitors', async () => {
    const names = await offered()
    const move = (id: number, position: number) =>
      ask(service.admin, 'updatePlatform', { params: { id }, json: { position } })
    await move(3, 1)
    const form = await (await service.app.fetch('/plain-form', { headers: { accept: 'text/html' } })).text()
    expect((await offered()).slice(0, 3)).toEqual(['tiktok', 'facebook', 'instagram'])
    expect(form).toMatch(/TikTok.+Facebook.+Instagram/s)
    await move(1, 10_000)
    expect((await offered()).at(-1)).toBe('facebook')
    await move(1, 1)
    await move(3, 3)
    expect(await offered()).toEqual(names)
  })

  it.each([0, 1.5, 10_001])('400 for position %s', async (position) => {
    const { status, body } = await send(service.admin, 'updatePlatform', { params: { id: 1 }, json: { position } })
    expect([status, body.details]).toEqual([400, { field: 'position', minimum: 1, maximum: 10_000 }])
  })

  it('404 for an unknown platform, 400 without a field', async () => {
    const change = (id: number, json: object) => send(service.admin, 'updatePlatform', { params: { id }, json })
    expect((await change(999, { is_active: false })).status).toBe(404)
    expect((await change(1, {})).body.code).toBe('NO_FIELDS')
  })
})
