import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/operation/errors.ts'
import { atLeast, present } from '#tests/support/at-least.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { answerOf, isPublic, ownGroup, stored } from '#tests/support/manage.ts'
import { descriptions, managedService } from './managed-service.ts'

const service = managedService()

describe('updateImageDescriptions', () => {
  const update = (json: unknown) => service.own.owner.send('PUT', '/images/descriptions', json)
  const texts = async () => (await service.imagesNow()).map(({ imageDescription }) => imageDescription)

  it('sets, trims and removes descriptions and returns their number', async () => {
    const [a, b, c] = atLeast(3, service.own.imageIds)
    const { status, body } = await update(descriptions([a, ' The first '], [c, '😀'.repeat(200)]))
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, message: 'The descriptions of 2 images are saved', updatedCount: 2 })
    expect(await texts()).toEqual(['The first', null, '😀'.repeat(200)])
    await update(descriptions([a, '  '], [b, 'Two\nlines\u0007']))
    expect(await texts()).toEqual([null, 'Two\nlines', '😀'.repeat(200)])
  })

  it('keeps the approval', async () => {
    await update(descriptions([present(service.own.imageIds[0]), 'x']))
    expect(await isPublic(service.app, service.own.groupId)).toBe(true)
  })

  it('applies a body completely or not at all', async () => {
    const [a, b] = atLeast(2, service.own.imageIds)
    const other = await ownGroup(service.app)
    await service.refused(() => update(descriptions([a, 'x'], [b, 'y'.repeat(201)])), 400, 'TEXT_TOO_LONG')
    await service.refused(() => update(descriptions([a, 'x'], [present(other.imageIds[0]), 'y'])), 400, 'UNKNOWN_IMAGE')
    await service.refused(() => update(descriptions([a, 'x'], [2 ** 40, 'y'])), 400, 'UNKNOWN_IMAGE')
    expect((await service.imagesNow(other)).map(({ imageDescription }) => imageDescription)).toEqual([null, null, null])
  })

  it.each([
    ['no list', {}],
    ['an empty list', { descriptions: [] }],
    ['a description that is no text', { descriptions: [{ imageId: 1, description: 7 }] }],
    ['an entry without a description', { descriptions: [{ imageId: 1 }] }],
  ])('400 for %s', async (_what, json) => {
    await service.refused(() => update(json), 400, 'INVALID_BODY')
    service.unused()
  })
})

describe('updateMetadata', () => {
  const update = (json: unknown) => service.own.owner.send('PUT', '/metadata', json)

  it('changes the given texts only, and resets the approval', async () => {
    const { status, body } = await update({ title: ' New ', name: 'Grace' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      message: expect.any(String),
      data: { groupId: service.own.groupId, updatedFields: ['title', 'name'], requiresModeration: true },
    })
    expect(await isPublic(service.app, service.own.groupId)).toBe(false)
    await update({ description: 'Only this' })
    expect((await service.own.owner.view()).body.data).toMatchObject({
      title: 'New',
      name: 'Grace',
      groupName: 'Grace',
      description: 'Only this',
      isApproved: false,
    })
  })

  it('resets the approval even if the text is the same, which is no change', async () => {
    await update({ title: '' })
    expect(await stored(service.app, service.own.groupId)).toMatchObject({
      isApproved: false,
      changesSinceApproval: [],
    })
  })

  it('removes a text if it is empty', async () => {
    await update({ title: 'x' })
    await update({ title: '' })
    expect((await service.own.owner.view()).body.data.title).toBeNull()
  })

  it('does not change the year', async () => {
    const year = (await service.own.owner.view()).body.data.year
    const { body } = await update({ title: 'x', year: 1950 })
    expect(body.data.updatedFields).toEqual(['title'])
    expect((await service.own.owner.view()).body.data.year).toBe(year)
  })

  it.each<[string, unknown, ErrorCode]>([
    ['no field', {}, 'NO_FIELDS'],
    ['the year alone', { year: 1950 }, 'NO_FIELDS'],
    ['a title that is no text', { title: 5 }, 'INVALID_BODY'],
    ['null', { title: null }, 'INVALID_BODY'],
    ['a title of 201 characters', { name: 'x', title: 'y'.repeat(201) }, 'TEXT_TOO_LONG'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'TEXT_TOO_LONG'],
    ['a description of 2001 characters', { description: 'x'.repeat(2001) }, 'TEXT_TOO_LONG'],
  ])('400 for %s', async (_what, json, code) => {
    await service.refused(() => update(json), 400, code)
    service.unused()
  })
})

describe('the body of a request', () => {
  const put = (path: string, headers: Record<string, string>, body: string) => async () =>
    answerOf(await service.app.fetch(`/api/manage/${service.own.token}${path}`, { method: 'PUT', headers, body }))
  const paths = ['/consents', '/images/descriptions', '/metadata', '/reorder']

  it.each(paths)('400 for invalid JSON, 415 for another type, 413 if it is too large: %s', async (path) => {
    const json = { 'content-type': 'application/json' }
    await service.refused(put(path, json, '{"title":'), 400, 'MALFORMED_JSON')
    await service.refused(put(path, json, ''), 400, 'INVALID_BODY')
    await service.refused(put(path, { 'content-type': 'text/plain' }, 'title=x'), 415, 'UNSUPPORTED_MEDIA_TYPE')
    await service.refused(put(path, json, JSON.stringify({ title: 'x'.repeat(2 ** 20) })), 413, 'BODY_TOO_LARGE')
    service.unused()
  })
})

describe('changes since the approval', () => {
  const changes = async () => (await stored(service.app, service.own.groupId)).changesSinceApproval

  it('list each kind of change once, in order', async () => {
    const [a, b, c] = atLeast(3, service.own.imageIds)
    const { send, add } = service.own.owner
    await send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await send('PUT', '/consents', { consentType: 'workshop', action: 'restore' })
    await send('PUT', '/images/descriptions', descriptions([a, 'x']))
    await send('PUT', '/images/descriptions', descriptions([a, 'y']))
    await send('PUT', '/reorder', { imageIds: [b, a, c] })
    await send('PUT', '/metadata', { title: 'x' })
    await send('DELETE', `/images/${c}`)
    await add(await makeImage())
    expect(await changes()).toEqual([
      'revoke_consent',
      'restore_consent',
      'update_descriptions',
      'reorder_images',
      'update_metadata',
      'delete_image',
      'add_images',
    ])
  })

  it('are empty after calls without effect', async () => {
    const { send } = service.own.owner
    await send('PUT', '/consents', { consentType: 'workshop', action: 'restore' })
    await send('PUT', '/consents', { consentType: 'social_media', platformId: 1, action: 'revoke' })
    await send('PUT', '/images/descriptions', descriptions([present(service.own.imageIds[0]), '']))
    await send('PUT', '/reorder', { imageIds: service.own.imageIds })
    await send('PUT', '/metadata', { title: '' })
    await send('DELETE', '/images/0')
    expect(await changes()).toEqual([])
  })

  it('are empty for a group that was never approved', async () => {
    service.own = await ownGroup(service.app, { approved: false })
    await service.own.owner.send('PUT', '/metadata', { title: 'x' })
    expect(await changes()).toEqual([])
  })
})
