import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IncomingGroup } from '#server/ports/group-transfer.ts'
import { aGroup, aLastApproved, anImage, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

const at = (second: number) => new Date(Date.UTC(2024, 0, 1, 0, 0, second)).toISOString()

/** A group with something in every field. */
function whole(second = 0, fields: Partial<IncomingGroup> = {}): IncomingGroup {
  const group = aGroup({
    title: 'Fair',
    description: 'All day',
    captureDate: at(1),
    isApproved: true,
    firstApprovedAt: at(2),
    changesSinceApproval: ['add_images'],
    lastApproved: aLastApproved,
    workshopRevokedTimestamp: at(3),
    uploadDate: at(second),
  })
  return {
    group,
    uploadKey: randomUUID(),
    uploadDigest: 'digest of the body',
    images: [1, 2].map((uploadOrder) => ({
      id: null,
      ...anImage(group.groupId, {
        uploadOrder,
        imageDescription: 'Here',
        exifDateTaken: at(1),
        exifCameraModel: 'X',
        exifLocation: { lat: 51.5, lon: -0.125 },
      }),
    })),
    consents: [
      {
        platformId: 2,
        platformName: 'instagram',
        consented: true,
        consentTimestamp: at(1),
        revoked: true,
        revokedTimestamp: at(2),
        takenDownAt: at(3),
        takenDownBy: 'ada',
      },
    ],
    consentHistory: [
      {
        consentType: 'workshop',
        platformId: null,
        action: 'give',
        changedBy: 'upload',
        wording: '1',
        language: 'de',
        createdAt: at(1),
      },
      {
        consentType: 'social_media',
        platformId: 2,
        action: 'revoke',
        changedBy: 'admin:ada',
        wording: '1',
        language: 'de',
        createdAt: at(2),
      },
    ],
    ...fields,
  }
}

describe.each(await testDatabases())('whole groups on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  beforeEach(async () => {
    await rows.write((tx) => tx.transfer.removeAll())
  })
  afterAll(async () => {
    expect(rows.untried('transfer')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })
  const insert = (...groups: IncomingGroup[]) => rows.write((tx) => tx.transfer.insert(groups))
  const page = (...input: Parameters<Parameters<Parameters<TestDatabase['write']>[0]>[0]['transfer']['after']>) =>
    rows.write((tx) => tx.transfer.after(...input))

  it('are read as inserted, including ids', async () => {
    const [first, second] = [whole(1), whole(2, { uploadKey: null, images: [], consents: [], consentHistory: [] })]
    await insert(second, first)
    const found = await page(undefined, 10)
    const ids = found[0]?.images.map(({ id }) => id) ?? []
    expect(found).toEqual([
      { ...first, images: first.images.map((image, index) => ({ ...image, id: ids[index] })) },
      second,
    ])
    await rows.write((tx) => tx.transfer.removeAll())
    await insert(...found)
    expect(await page(undefined, 10)).toEqual(found)
    await insert(whole(3))
    expect((await page(second.group, 1))[0]?.images[0]?.id).toBeGreaterThan(Math.max(...ids))
  })

  it('come in pages, by upload date and id', async () => {
    const groups = [3, 1, 2, 2].map((second) => whole(second))
    await insert(...groups)
    const pages = []
    for (let next = await page(undefined, 2); next.length > 0; next = await page(next.at(-1)?.group, 2))
      pages.push(next)
    const ordered = groups.map(({ group }) => `${group.uploadDate} ${group.groupId}`).sort()
    expect(pages.map(({ length }) => length)).toEqual([2, 2])
    expect(pages.flat().map(({ group }) => `${group.uploadDate} ${group.groupId}`)).toEqual(ordered)
  })

  it('are inserted in bulk, and let others in meanwhile', async () => {
    let turns = -1
    const count = () => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await insert(...Array.from({ length: 1_200 }, (_, n) => whole(n)))
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(10)
    expect(await page(undefined, 5_000)).toHaveLength(1_200)
  })

  it('report conflicts with existing ones', async () => {
    await insert(whole())
    const [present] = await page(undefined, 1)
    if (present === undefined) throw new Error('There is no group')
    const clashOf = (fields: Partial<IncomingGroup>) =>
      rows.write((tx) => tx.transfer.findClash([whole(), whole(0, fields)]))
    const image = (fields: object) => clashOf({ images: [{ ...anImage('x'), id: null, ...fields }] })
    expect(await clashOf({})).toBeUndefined()
    expect(await clashOf({ group: aGroup({ groupId: present.group.groupId }) })).toEqual({
      field: 'groupId',
      groupId: present.group.groupId,
    })
    expect(await clashOf({ group: aGroup({ managementToken: present.group.managementToken }) })).toMatchObject({
      field: 'management_token',
    })
    expect(await clashOf({ uploadKey: present.uploadKey })).toMatchObject({ field: 'upload_key' })
    expect(await image({ fileName: present.images[1]?.fileName })).toMatchObject({ field: 'fileName' })
    expect(await image({ previewName: present.images[1]?.previewName })).toMatchObject({ field: 'previewPath' })
    expect(await image({ id: present.images[0]?.id })).toMatchObject({ field: 'id' })
    expect(await image({ id: 9_999_999 })).toBeUndefined()
  })

  it('are recorded as changed when they are inserted and removed', async () => {
    const before = await rows.database.changes.position()
    const { group } = whole()
    await insert(whole(0, { group, images: [] }))
    const inserted = await rows.database.changes.since(before)
    expect(inserted.groupIds).toEqual([group.groupId])
    expect(await rows.write((tx) => tx.transfer.removeAll())).toBe(1)
    expect((await rows.database.changes.since(inserted.position)).groupIds).toEqual([group.groupId])
    expect(await rows.database.groups.any()).toBe(false)
    expect(await rows.database.fileRemovals.planned()).toEqual([])
  })

  it('wait while all groups are locked', async () => {
    const order: string[] = []
    const present = whole()
    await insert(present)
    const change = () =>
      rows.database
        .transaction((tx) => tx.groups.update(present.group.groupId, { title: 'Later' }))
        .then(() => order.push('change'))
    const changed = Promise.withResolvers<unknown>()
    await rows.write(async (tx) => {
      await tx.transfer.lockAll()
      setImmediate(() => change().then(changed.resolve, changed.reject))
      await new Promise((resolve) => setTimeout(resolve, 50))
      order.push('end')
    })
    await changed.promise
    expect(order).toEqual(['end', 'change'])
  })
})

describe.each(await testDatabases())('the state of the installation on %s', (_engine, open) => {
  it('returns the last value, and can be locked before it is set', async () => {
    await using rows = await open()
    const name = 'storage_migration'
    expect(await rows.database.serviceState.get(name)).toBeUndefined()
    expect(await rows.write((tx) => tx.serviceState.lock(name))).toBeUndefined()
    expect(await rows.database.serviceState.get(name)).toBeUndefined()
    await rows.write((tx) => tx.serviceState.set(name, '{"a":1}'))
    await rows.write((tx) => tx.serviceState.set(name, '{"a":2}'))
    expect(await rows.write((tx) => tx.serviceState.lock(name))).toBe('{"a":2}')
    expect(await rows.write((tx) => tx.serviceState.get(name))).toBe('{"a":2}')
    expect(rows.untried('serviceState')).toEqual([])
  })

  it('serialises transactions that lock it', async () => {
    await using rows = await open()
    const add = () =>
      rows.database.transaction(async (tx) => {
        const before = Number((await tx.serviceState.lock('storage_migration')) ?? 0)
        await tx.serviceState.set('storage_migration', String(before + 1))
      })
    await Promise.all(Array.from({ length: 10 }, add))
    expect(await rows.database.serviceState.get('storage_migration')).toBe('10')
  })
})
