import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listGroups } from '#contract/public-groups.ts'
import type { PublicGroup } from '#contract/shapes.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { bodyOf, publish, uploadGroup } from '#tests/support/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

interface Feed {
  groups: PublicGroup[]
  totalCount: number
}
const feed = async (query = '') => bodyOf<Feed>(await app.fetch(`/api/groups${query}`))
const published = async (year: number, takenAt?: string) => {
  const bytes = await makeImage(takenAt ? { takenAt } : {})
  const group = await uploadGroup(app, { files: [{ name: 'private name.jpg', bytes }], parts: { metadata: { year } } })
  await publish(app, group.groupId)
  return group
}
const update = (groupId: string, patch: object) =>
  app.app.deps.database.transaction((tx) => tx.groups.update(groupId, patch))

describe('listGroups', () => {
  it('shows approved groups only, from the very next read on', async () => {
    const group = await uploadGroup(app)
    expect((await feed()).groups.map(({ groupId }) => groupId)).not.toContain(group.groupId)
    await publish(app, group.groupId)
    expect((await feed()).groups.map(({ groupId }) => groupId)).toContain(group.groupId)
    await update(group.groupId, { isApproved: false })
    expect((await feed()).groups.map(({ groupId }) => groupId)).not.toContain(group.groupId)
  })

  it('is sorted by capture date, else 1 January of the year, then year, upload date and id', async () => {
    const groups = [
      await published(2024),
      await published(2024, '2024:07:01 12:00:00'),
      await published(2023),
      await published(2023),
      await published(2021, '2021:05:05 08:00:00'),
      // A wrong clock: the year counts.
      await published(2022, '2008:01:01 00:00:00'),
    ]
    const expected = [4, 5, 2, 3, 0, 1].map((index) => groups[index]?.groupId)
    const ids = (await feed()).groups.map(({ groupId }) => groupId)
    expect(ids.filter((id) => expected.includes(id))).toEqual(expected)
  })

  it('sorts a capture date at the first moment of a year like the year alone', async () => {
    const taken = await published(2012)
    const untaken = await published(2012)
    await update(taken.groupId, { captureDate: '2012-01-01T00:00:00.000Z' })
    const expected = [taken.groupId, untaken.groupId]
    const ids = (await feed()).groups.map(({ groupId }) => groupId)
    expect(ids.filter((id) => expected.includes(id))).toEqual(expected)
  })

  it('contains no token, consents by platform, original names or positions', async () => {
    const bytes = await makeImage({ position: { lat: 52.5123, lon: 13.4567 } })
    const group = await uploadGroup(app, {
      files: [{ name: 'secret name.jpg', bytes }],
      parts: { consents: { workshopConsent: true, socialMediaConsents: [1] } },
    })
    await publish(app, group.groupId)
    for (const path of ['/api/groups', `/api/groups/${group.groupId}`]) {
      const text = await (await app.fetch(path)).text()
      expect(text).toContain(group.groupId)
      expect(text).not.toMatch(
        /secret name|managementToken|facebook|originalName|52\.51|13\.45|latitude|longitude|socialMedia/i,
      )
      expect(text).not.toContain(group.managementToken)
    }
  })

  it('matches the contract', async () => {
    await published(2022)
    const ajv = new Ajv({ strict: false })
    formats.default(ajv)
    const schema = JSON.parse(
      JSON.stringify(listGroups.responses[200], (key, value) => (key === '$id' ? undefined : value)),
    )
    expect(ajv.validate(schema, await feed()), ajv.errorsText()).toBe(true)
  })

  it('returns a page with limit and offset, and always counts all', async () => {
    await published(2022)
    await published(2022)
    const all = await feed()
    const part = await feed('?limit=1&offset=1')
    expect(part).toEqual({ groups: all.groups.slice(1, 2), totalCount: all.groups.length })
    expect(await feed('?offset=100000')).toEqual({ groups: [], totalCount: all.groups.length })
  })

  it.each(['limit=0', 'limit=1001', 'limit=x', 'limit=', 'limit=1.5', 'offset=-1'])('400 for %s', async (query) => {
    const response = await app.fetch(`/api/groups?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: expect.stringMatching(/^(limit|offset) must be/),
    })
  })

  it('304 while nothing public has changed, also when an upload arrives', async () => {
    await published(2022)
    const first = await app.fetch('/api/groups')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    await uploadGroup(app)
    expect((await app.fetch('/api/groups', { headers })).status).toBe(304)
    await published(2022)
    expect((await app.fetch('/api/groups', { headers })).status).toBe(200)
  })

  it('compresses for clients that accept it, with the same content', async () => {
    await published(2022)
    await published(2022)
    const plain = await (await app.fetch('/api/groups', { headers: { 'accept-encoding': 'identity' } })).text()
    await expect
      .poll(async () =>
        (await app.fetch('/api/groups', { headers: { 'accept-encoding': 'gzip' } })).headers.get('content-encoding'),
      )
      .toBe('gzip')
    expect(await (await app.fetch('/api/groups', { headers: { 'accept-encoding': 'gzip' } })).text()).toBe(plain)
    const refused = await app.fetch('/api/groups', { headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(refused.headers.get('content-encoding')).toBeNull()
  })
})

describe('getGroup', () => {
  it('returns an approved group with its images by upload order', async () => {
    const { groupId } = await published(2022)
    const response = await app.fetch(`/api/groups/${groupId}`)
    const group = await bodyOf<PublicGroup>(response)
    expect(group).toMatchObject({ groupId, isApproved: true, imageCount: 1, images: [{ upload_order: 1 }] })
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await app.fetch(`/api/groups/${groupId}`, { headers })).status).toBe(304)
  })

  it('404 when the group is unknown, not approved or withdrawn', async () => {
    const waiting = await uploadGroup(app)
    const withdrawn = await published(2022)
    await update(withdrawn.groupId, { displayInWorkshop: false, workshopRevokedTimestamp: new Date().toISOString() })
    for (const id of ['unknown', waiting.groupId, withdrawn.groupId]) {
      const response = await app.fetch(`/api/groups/${id}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'GROUP_NOT_FOUND' })
    }
    await update(withdrawn.groupId, { displayInWorkshop: true, workshopRevokedTimestamp: null })
    expect((await app.fetch(`/api/groups/${withdrawn.groupId}`)).status).toBe(200)
  })

  it('returns an approved group that was never asked for the consent', async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await makeImage())]), 'a.jpg')
    const { groupId } = await bodyOf(await app.fetch('/api/upload', { method: 'POST', body: form }))
    await publish(app, groupId)
    expect((await app.fetch(`/api/groups/${groupId}`)).status).toBe(200)
  })
})

describe('listPlatforms', () => {
  it('returns the three seeded platforms as an array', async () => {
    const platforms = await bodyOf<{ platform_name: string }[]>(await app.fetch('/api/social-media/platforms'))
    expect(platforms.map(({ platform_name }) => platform_name)).toEqual(['facebook', 'instagram', 'tiktok'])
    expect(platforms[0]).toEqual({
      platform_id: 1,
      platform_name: 'facebook',
      display_name: 'Facebook',
      icon_name: 'facebook',
      is_active: true,
    })
  })
})
