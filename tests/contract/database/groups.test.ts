import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublic } from '#server/domain/group.ts'
import { aGroup, aLastApproved, anImage, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

describe.each(await testDatabases())('groups on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('groups')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  const added = async (fields: Parameters<typeof aGroup>[0] = {}) => {
    const group = aGroup(fields)
    await rows.write((tx) => tx.groups.insert(group))
    return group
  }
  const find = (groupId: string) => rows.write((tx) => tx.groups.find(groupId))

  it('stores every field', async () => {
    const group = aGroup({
      name: 'Zoë 😀',
      title: 'O\'Neill; drop table "groups" --',
      description: 'Two\nlines \\ and %_',
      captureDate: '1899-12-31T23:59:59.999Z',
      isApproved: true,
      firstApprovedAt: '2024-05-02T00:00:00.000Z',
      changesSinceApproval: ['update_metadata', 'add_images'],
      lastApproved: aLastApproved,
      displayInWorkshop: false,
      workshopRevokedTimestamp: '2024-05-03T00:00:00.000Z',
    })
    await rows.write((tx) => tx.groups.insert(group))
    expect(await find(group.groupId)).toEqual(group)
    expect(await rows.database.groups.find(group.groupId)).toEqual(group)
  })

  it('know null for texts that are newer than what was last approved', async () => {
    const { name: _, ...older } = aLastApproved
    const { groupId } = await added({ lastApproved: JSON.parse(JSON.stringify(older)) })
    expect((await find(groupId))?.lastApproved).toEqual({ ...older, name: null })
  })

  it('is found only by a new token', async () => {
    const group = aGroup()
    const managementToken = '3f0c1a52-5b0e-4f0e-9d5f-0a6f3f6d2c11'
    await rows.write(async (tx) => {
      await tx.groups.insert(group)
      await tx.groups.setToken(group.groupId, managementToken)
    })
    expect(await rows.database.groups.findByToken(managementToken)).toEqual({ ...group, managementToken })
    expect(await rows.database.groups.findByToken(group.managementToken)).toBeUndefined()
  })

  it('publishes exactly the groups that are isPublic', async () => {
    const states = [true, false].flatMap((isApproved) =>
      [null, '2024-05-03T00:00:00.000Z'].map((workshopRevokedTimestamp) => ({ isApproved, workshopRevokedTimestamp })),
    )
    const groups = await Promise.all(states.map((state) => added(state)))
    const ids = groups.map(({ groupId }) => groupId)
    const published = (await rows.database.groups.published(ids)).map(({ group }) => group.groupId)
    expect(published.toSorted()).toEqual(
      groups
        .filter(isPublic)
        .map(({ groupId }) => groupId)
        .toSorted(),
    )
    expect(published).toHaveLength(1)
  })

  it('tells whether any exist', async () => {
    await added()
    expect(await rows.database.groups.any()).toBe(true)
    expect(await rows.write((tx) => tx.groups.any())).toBe(true)
    await using empty = await open()
    expect(await empty.database.groups.any()).toBe(false)
  })

  it('finds a group only by its token and by the key of its upload', async () => {
    const group = aGroup()
    await rows.write((tx) => tx.groups.insert(group, { key: 'key', bodyDigest: 'digest' }))
    expect(await rows.write((tx) => tx.groups.findByToken(group.managementToken))).toEqual(group)
    expect(await rows.write((tx) => tx.groups.findByUploadKey('key', ''))).toEqual({ group, bodyDigest: 'digest' })
    for (const name of ['unknown', group.groupId.toUpperCase(), `${group.groupId} `, `${group.groupId}\0`, '']) {
      expect(await find(name), name).toBeUndefined()
      expect(await rows.write((tx) => tx.groups.findByToken(name)), name).toBeUndefined()
      expect(await rows.write((tx) => tx.groups.findByUploadKey(name, '')), name).toBeUndefined()
    }
  })

  it('frees the keys of old uploads', async () => {
    const uploadDate = '2026-05-04T10:00:00.000Z'
    const group = aGroup({ uploadDate })
    await rows.write((tx) => tx.groups.insert(group, { key: 'old key', bodyDigest: 'digest' }))
    const later = '2026-05-04T10:00:00.001Z'
    expect(await rows.write((tx) => tx.groups.findByUploadKey('old key', later))).toBeUndefined()
    await rows.write((tx) => tx.groups.forgetUploadKey('old key', uploadDate))
    await rows.write((tx) => tx.groups.forgetUploadKey('another key', later))
    expect(await rows.write((tx) => tx.groups.findByUploadKey('old key', uploadDate))).toEqual({
      group,
      bodyDigest: 'digest',
    })
    await rows.write((tx) => tx.groups.forgetUploadKey('old key', later))
    expect(await rows.write((tx) => tx.groups.findByUploadKey('old key', ''))).toBeUndefined()
    await rows.write((tx) => tx.groups.insert(aGroup(), { key: 'old key', bodyDigest: 'digest' }))
  })

  it('refuses a second group with the same token or key, and rolls back its transaction', async () => {
    const first = aGroup()
    await rows.write((tx) => tx.groups.insert(first, { key: 'taken', bodyDigest: 'digest' }))
    const other = aGroup()
    const twice = rows.write(async (tx) => {
      await tx.groups.insert(other)
      await tx.groups.insert(aGroup(), { key: 'taken', bodyDigest: 'digest' })
    })
    await expect(twice).rejects.toThrow()
    await expect(added({ managementToken: first.managementToken })).rejects.toThrow()
    expect(await find(other.groupId)).toBeUndefined()
  })

  it('changes only the given fields, including null', async () => {
    const group = await added({ title: 'Before', description: 'Stays' })
    expect(await rows.write((tx) => tx.groups.update(group.groupId, { title: null, isApproved: true }))).toBe(true)
    expect(await find(group.groupId)).toEqual({
      ...group,
      title: null,
      isApproved: true,
      contentRevision: expect.not.stringMatching(`^${group.contentRevision}$`),
    })
    expect(await rows.write((tx) => tx.groups.update('unknown', { title: null }))).toBe(false)
  })

  it('locks a group, so that a second transaction sees the writes of the first', async () => {
    const { groupId } = await added({ year: 2000 })
    const next = () =>
      rows.write(async (tx) => {
        const group = await tx.groups.lock(groupId)
        await tx.groups.update(groupId, { year: (group?.year ?? 0) + 1 })
      })
    await Promise.all(Array.from({ length: 10 }, next))
    expect(await find(groupId)).toMatchObject({ year: 2010 })
    expect(await rows.write((tx) => tx.groups.lock('unknown'))).toBeUndefined()
  })

  it('removes a group with its images, consents and their history', async () => {
    const { groupId } = await added()
    const createdAt = '2024-05-01T10:00:00.000Z'
    await rows.write(async (tx) => {
      await tx.images.insert([anImage(groupId)])
      await tx.consents.put(groupId, {
        platformId: 1,
        consented: true,
        consentTimestamp: createdAt,
        revoked: false,
        revokedTimestamp: null,
      })
      const given = { consentType: 'workshop', platformId: null, action: 'give', changedBy: 'upload' } as const
      await tx.consents.record({ groupId, ...given, wording: '1', language: null, createdAt })
    })
    expect(await rows.write((tx) => tx.groups.remove(groupId))).toBe(true)
    expect(await find(groupId)).toBeUndefined()
    expect(await rows.database.images.ofGroup(groupId)).toEqual([])
    expect(await rows.database.consents.ofGroup(groupId)).toEqual([])
    expect(await rows.database.moderation.consentHistory(groupId)).toEqual([])
    expect(await rows.write((tx) => tx.groups.remove(groupId))).toBe(false)
  })

  it('returns published groups, with images by upload order', async () => {
    const shown = await added({ isApproved: true })
    const waiting = await added()
    const withdrawn = await added({ isApproved: true, workshopRevokedTimestamp: '2024-05-03T00:00:00.000Z' })
    const empty = await added({ isApproved: true, displayInWorkshop: false, consentTimestamp: null })
    await rows.write((tx) =>
      tx.images.insert([2, 1].map((uploadOrder) => anImage(shown.groupId, { uploadOrder, fileSize: uploadOrder }))),
    )
    const ids = [shown, waiting, withdrawn, empty].map(({ groupId }) => groupId)
    const found = await rows.write((tx) => tx.groups.published(ids))
    expect(found.map(({ group }) => group.groupId).sort()).toEqual([shown.groupId, empty.groupId].sort())
    const images = found.find(({ group }) => group.groupId === shown.groupId)?.images
    expect(images?.map(({ fileSize }) => fileSize)).toEqual([1, 2])
    expect(await rows.write((tx) => tx.groups.published([]))).toEqual([])
    const all = (await rows.write((tx) => tx.groups.publishedPlaces(undefined, 1_000))).map(({ groupId }) => groupId)
    expect(all).toEqual(expect.arrayContaining([shown.groupId, empty.groupId]))
    expect(all).not.toContain(waiting.groupId)
  })

  it('returns more groups than a statement can have parameters', async () => {
    const ids = Array.from({ length: 70_000 }, (_, index) => `unknown-${index}`)
    const { groupId } = await added({ isApproved: true })
    expect(await rows.write((tx) => tx.groups.published([...ids, groupId]))).toHaveLength(1)
  })

  it('returns the groups that were never approved, oldest first, with ids in byte order', async () => {
    const uploadDate = '1990-01-01T00:00:00.000Z'
    for (const groupId of ['b', 'B', '_', 'ä', 'a']) await added({ groupId, uploadDate })
    await added({ groupId: 'older', uploadDate: '1989-01-01T00:00:00.000Z' })
    await added({ groupId: 'lost it', uploadDate, firstApprovedAt: uploadDate })
    await added({ groupId: 'younger', uploadDate: '1990-01-01T00:00:00.001Z' })
    await rows.write((tx) => tx.images.insert([anImage('older'), anImage('older', { uploadOrder: 2 })]))
    const never = { uploadedBefore: '1990-01-01T00:00:00.001Z', approvedBefore: null }
    const found = await rows.write((tx) => tx.groups.due('all', never))
    expect(found.map(({ groupId }) => groupId)).toEqual(['older', 'B', '_', 'a', 'b', 'ä'])
    expect(found[0]).toMatchObject({ imageCount: 2, name: 'Ada', year: 2024 })
    expect(found[1]).toMatchObject({ imageCount: 0 })
    const parts: string[] = []
    for (let part = found.slice(0, 0); part.length > 0 || parts.length === 0; ) {
      part = await rows.database.groups.due('all', never, { limit: 2, after: part.at(-1) })
      parts.push(part.map(({ groupId }) => groupId).join(' '))
    }
    expect(parts).toEqual(['older B', '_ a', 'b ä', ''])
    const cutoff = { ...never, approvedBefore: never.uploadedBefore }
    const both = await rows.database.groups.due('all', cutoff, { limit: 2, after: found.at(-2) })
    expect(both.map(({ groupId }) => groupId)).toEqual(['ä', 'lost it'])
    const atLeast = (count: number) => rows.write((tx) => tx.groups.atLeast(count))
    expect([await atLeast(1), await atLeast(10_000)]).toEqual([true, false])
    expect(await rows.write((tx) => tx.groups.countDue(cutoff))).toEqual({ neverApproved: 6, approved: 1 })
    expect(await rows.database.groups.countDue({ ...cutoff, approvedBefore: null })).toMatchObject({ approved: 0 })
  })

  it('says which exhibition a group is in, or was when it was deleted', async () => {
    await added({ groupId: 'here', exhibitionId: 1 })
    const gone = { year: 2024, imageCount: 1, uploadDate: '', deletedAt: '', totalFileSize: 1 }
    const log = (groupId: string, exhibitionId: number) =>
      rows.write((tx) => tx.deletionLog.add({ ...gone, groupId, exhibitionId, reason: 'user_deletion' }))
    await log('gone', 3)
    // A restore has brought it back.
    await log('here', 4)
    const places = await rows.write((tx) => tx.groups.exhibitionsOf(['here', 'gone', 'unknown']))
    expect([...places].toSorted()).toEqual([
      ['gone', 3],
      ['here', 1],
    ])
  })

  it('returns the groups approved before a time, oldest approval first', async () => {
    for (const [groupId, year] of [
      ['second', 1981],
      ['first', 1980],
      ['third', 1981],
      ['after', 1982],
    ] as const) {
      await added({ groupId, firstApprovedAt: `${year}-01-01T00:00:00.000Z` })
    }
    const cutoff = { uploadedBefore: '', approvedBefore: '1982-01-01T00:00:00.000Z' }
    const found = await rows.write((tx) => tx.groups.due('all', cutoff))
    expect(found.map(({ groupId }) => groupId)).toEqual(['first', 'second', 'third'])
    expect(found[0]).toMatchObject({ imageCount: 0, firstApprovedAt: '1980-01-01T00:00:00.000Z' })
    const part = { limit: 1, after: found[1] }
    expect(await rows.database.groups.due('all', cutoff, part)).toEqual([found[2]])
  })
})
