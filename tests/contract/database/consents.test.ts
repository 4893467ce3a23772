import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SocialMediaConsent } from '#server/domain/consents/consent.ts'
import type { Transaction } from '#server/ports/deps.ts'
import { aGroup, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

const time = '2024-05-01T10:00:00.000Z'
const later = '2024-06-01T10:00:00.000Z'
type Fields = Omit<SocialMediaConsent, 'platformName' | 'displayName'>
const given = (platformId: number): Fields => ({
  platformId,
  consented: true,
  consentTimestamp: time,
  revoked: false,
  revokedTimestamp: null,
})
const revoked = (platformId: number): Fields => ({ ...given(platformId), revoked: true, revokedTimestamp: later })

describe.each(await testDatabases())('consents on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('consents')).toEqual([])
    expect(rows.untried('platforms')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  async function group(fields: Parameters<typeof aGroup>[0], ...consents: Fields[]) {
    const made = aGroup(fields)
    await rows.write(async (tx) => {
      await tx.groups.insert(made)
      for (const consent of consents) await tx.consents.put(made.groupId, consent)
    })
    return made
  }

  it('has three active platforms from the start, and one for the gallery that nobody is asked for', async () => {
    const platforms = await rows.write((tx) => tx.platforms.all())
    expect(platforms.map(({ platformId, isActive }) => [platformId, isActive])).toEqual([
      [1, true],
      [2, true],
      [3, true],
      [4, false],
    ])
  })

  it('adds a platform with the next id', async () => {
    const mastodon = { platformName: 'mastodon', displayName: 'Mastodon', iconName: 'world', isActive: false }
    const added = await rows.write((tx) => tx.platforms.add(mastodon))
    expect(added).toEqual({ platformId: 5, ...mastodon })
    expect((await rows.write((tx) => tx.platforms.all())).at(-1)).toEqual(added)
  })

  it('tells who consents to a platform, of groups or of all by their ids', async () => {
    const [one, other] = [await group({}, given(3)), await group({}, given(3), given(1))]
    const withdrawn = await group({}, revoked(3))
    const ids = [one, other, withdrawn].map(({ groupId }): string => groupId)
    const inForce = (of: Parameters<Transaction['consents']['inForce']>[1]) =>
      rows.write((tx) => tx.consents.inForce('tiktok', of))
    const expected = new Map(ids.slice(0, 2).map((id) => [id, time]))
    expect(await inForce(ids)).toEqual(expected)
    const [first = ''] = [...expected.keys()].sort()
    expect([...(await inForce({ after: '', limit: 1 })).keys()]).toHaveLength(1)
    const behind = await inForce({ after: first, limit: 100 })
    expect([...behind.keys()]).toEqual([...expected.keys()].sort().slice(1))
    const used = (id: number) => rows.write((tx) => tx.platforms.isUsed(id))
    expect([await used(3), await used(4)]).toEqual([true, false])
  })

  it('changes everything of a platform but its id', async () => {
    const before = await rows.write((tx) => tx.platforms.all())
    const changed = {
      platformId: 5,
      platformName: 'pixelfed',
      displayName: 'Pixelfed',
      iconName: 'camera',
      isActive: true,
    }
    await rows.write((tx) => tx.platforms.update(changed))
    expect(await rows.write((tx) => tx.platforms.all())).toEqual([...before.slice(0, -1), changed])
  })

  it('has the platforms, and the consents to them, in the order they were given', async () => {
    const { groupId } = await group({}, given(1), given(2), given(3))
    const order = async (...ids: number[]) => {
      await rows.write((tx) => tx.platforms.reorder(ids))
      const listed = await rows.write(async (tx) => [await tx.platforms.all(), await tx.consents.ofGroup(groupId)])
      return listed.map((each) => each.map(({ platformId }) => platformId))
    }
    expect(await order(3, 1, 4, 2)).toEqual([
      [3, 1, 4, 2, 5],
      [3, 1, 2],
    ])
    expect(await order(1, 2, 3, 4)).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3],
    ])
  })

  it('keeps one consent per platform, the last one', async () => {
    const { groupId } = await group({}, given(2), given(1))
    await rows.write((tx) => tx.consents.put(groupId, revoked(2)))
    expect(await rows.write((tx) => tx.consents.ofGroup(groupId))).toEqual([
      { ...given(1), platformName: 'facebook', displayName: 'Facebook' },
      { ...revoked(2), platformName: 'instagram', displayName: 'Instagram' },
    ])
    await expect(rows.write((tx) => tx.consents.put(groupId, given(99)))).rejects.toThrow()
  })

  it('stores a text once per version, language and consent', async () => {
    const key = { version: '1', language: 'de', consentType: 'workshop' } as const
    await rows.write((tx) => tx.consents.keepText({ ...key, text: 'Ja, zeigt sie.' }))
    await rows.write((tx) => tx.consents.keepText({ ...key, text: 'Another' }))
    expect(await rows.write((tx) => tx.consents.text(key))).toBe('Ja, zeigt sie.')
    expect(await rows.write((tx) => tx.consents.text({ ...key, language: 'xx' }))).toBeUndefined()
  })

  it('stores the history of consents', async () => {
    const { groupId } = await group({})
    const entry = { groupId, changedBy: 'upload', wording: '1', language: 'de', createdAt: time }
    await rows.write(async (tx) => {
      await tx.consents.record({ ...entry, consentType: 'workshop', platformId: null, action: 'give' })
      await tx.consents.record({ ...entry, consentType: 'social_media', platformId: 3, action: 'revoke' })
    })
    expect(await rows.database.moderation.consentHistory(groupId)).toMatchObject([
      { consentType: 'workshop', platformId: null, platformName: null, action: 'give' },
      { consentType: 'social_media', platformId: 3, platformName: 'tiktok', action: 'revoke' },
    ])
  })

  it('knows who revoked a consent last', async () => {
    const { groupId } = await group({})
    const entry = { groupId, wording: '1', language: 'de', createdAt: time }
    const workshop = { consentType: 'workshop', platformId: null } as const
    const facebook = { consentType: 'social_media', platformId: 1 } as const
    const instagram = { consentType: 'social_media', platformId: 2 } as const
    await rows.write(async (tx) => {
      await tx.consents.record({ ...entry, ...workshop, action: 'revoke', changedBy: 'management' })
      await tx.consents.record({ ...entry, ...facebook, action: 'revoke', changedBy: 'management' })
      await tx.consents.record({ ...entry, ...facebook, action: 'revoke', changedBy: 'admin:mira' })
      await tx.consents.record({ ...entry, ...facebook, action: 'restore', changedBy: 'upload' })
      expect(await tx.consents.lastRevokedBy(groupId, workshop)).toBe('management')
      expect(await tx.consents.lastRevokedBy(groupId, facebook)).toBe('admin:mira')
      expect(await tx.consents.lastRevokedBy(groupId, instagram)).toBeUndefined()
    })
  })

  it('lists groups by consent, newest first, with ids in byte order', async () => {
    const year = 1950
    const uploadDate = time
    await group({ groupId: 'b', year, uploadDate }, given(1))
    await group({ groupId: 'B', year, uploadDate, displayInWorkshop: false }, revoked(1), given(2))
    await group({ groupId: 'c', year, uploadDate: later, isApproved: true })
    const { moderation } = rows.database
    const ids = async (filter: Parameters<typeof moderation.groups>[0], page = {}) => {
      const found = (await moderation.groups({ year, ...filter }, page)).map(({ group }) => group.groupId)
      if (Object.keys(page).length === 0) expect(await moderation.countGroups({ year, ...filter })).toBe(found.length)
      return found
    }
    expect(await ids({ scope: 'all' })).toEqual(['c', 'b', 'B'])
    expect(await ids({ scope: 'all' }, { limit: 1, offset: 1 })).toEqual(['b'])
    expect(await ids({ scope: 'all' }, { offset: 2 })).toEqual(['B'])
    expect(await ids({ scope: 'all', approved: true })).toEqual(['c'])
    expect(await ids({ scope: 'all', workshop: false })).toEqual(['B'])
    expect(await ids({ scope: 'all', anyConsent: { workshop: false, platformIds: [1, 2] } })).toEqual(['b', 'B'])
    expect(await ids({ scope: 'all', anyConsent: { workshop: true, platformIds: [2] } })).toEqual(['c', 'b', 'B'])
    expect(await ids({ scope: 'all', anyConsent: { workshop: false, platformIds: [] } })).toEqual([])
    expect(await ids({ scope: 'all', platform: { platformId: 1, inForce: true } })).toEqual(['b'])
    expect(await ids({ scope: 'all', platform: { platformId: 1, inForce: false } })).toEqual(['c', 'B'])
    expect(await ids({ scope: 'all', platform: { inForce: false } })).toEqual(['c'])
    expect(await ids({ scope: 'all', year: 1e30 })).toEqual([])
    expect((await moderation.groups({ scope: 'all', year }))[2]).toMatchObject({
      imageCount: 0,
      previews: [],
      consents: [
        { platformId: 1, revoked: true },
        { platformId: 2, revoked: false },
      ],
    })
  })

  it('iterates over the consents of all groups', async () => {
    const year = 1951
    for (const groupId of ['Ä', 'z', 'Z', 'a', '-']) await group({ groupId, year }, given(3))
    const walked: string[] = []
    for (let after: ReturnType<typeof aGroup> | undefined; ; ) {
      const part = await rows.database.moderation.groupConsents({ scope: 'all', year }, { limit: 2, after })
      if (part.length === 0) break
      walked.push(...part.map(({ group, consents }) => `${group.groupId}${consents[0]?.platformId}`))
      after = part.at(-1)?.group
    }
    expect(walked).toEqual(['Ä3', 'z3', 'a3', 'Z3', '-3'])
  })
})
