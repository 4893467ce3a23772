import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aGroup, anImage, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

describe.each(await testDatabases())('images on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('images')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  /** A group of `count` images, and their ids. */
  async function group(count: number) {
    const { groupId } = aGroup()
    const images = Array.from({ length: count }, (_, index) => anImage(groupId, { uploadOrder: index + 1 }))
    const inserted = await rows.write(async (tx) => {
      await tx.groups.insert(aGroup({ groupId }))
      return tx.images.insert(images)
    })
    return { groupId, images, inserted, ids: inserted.map(({ id }) => id) }
  }
  const ofGroup = (groupId: string) => rows.write((tx) => tx.images.ofGroup(groupId))

  it('counts what the public sees, up to a number', async () => {
    const { groupId, ids } = await group(3)
    const count = (max = 1_000) => rows.write((tx) => tx.images.countShown(max))
    const before = await count()
    await rows.write((tx) => tx.groups.update(groupId, { isApproved: true }))
    expect(await count()).toBe(before + 3)
    const hidden = { hiddenReason: 'moderator', moderationNote: null } as const
    await rows.write((tx) => tx.images.setHidden({ id: ids[0] ?? 0, groupId }, hidden))
    expect([await count(), await count(1)]).toEqual([before + 2, 1])
    await rows.write((tx) => tx.groups.update(groupId, { isApproved: false }))
  })

  it('replaces the files of an image', async () => {
    const { inserted, ids, groupId } = await group(1)
    const files = {
      fileName: 'new.jpg',
      previewName: 'new-preview.jpg',
      fileSize: 7,
      width: 3,
      height: 2,
      imageAnalysis: null,
    }
    await rows.write((tx) => tx.images.replaceFiles({ id: ids[0] ?? 0, groupId }, files))
    const stored = { storedName: 'new.jpg', storedPreviewName: 'new-preview.jpg' }
    expect(await ofGroup(groupId)).toEqual([{ ...inserted[0], ...files, ...stored }])
  })

  it('stores the analysis of previews, and finds previews without', async () => {
    const { inserted, ids, groupId } = await group(3)
    const [first, second, third] = ids as [number, number, number]
    const imageAnalysis = { perceptualHash: 'ffff00000000ffff', sharpness: 0 }
    const names = inserted.map(({ storedPreviewName }) => storedPreviewName)
    await rows.write((tx) => tx.images.setImageAnalysis({ groupId, storedPreviewName: names[0] ?? '' }, imageAnalysis))
    await rows.write((tx) => tx.images.setImageAnalysis({ groupId, storedPreviewName: 'of another' }, imageAnalysis))
    expect((await ofGroup(groupId)).map((image) => image.imageAnalysis)).toEqual([imageAnalysis, null, null])
    const lacking = await rows.write((tx) => tx.images.withoutImageAnalysis(first - 1, 100))
    expect(lacking.filter((image) => image.groupId === groupId).map(({ id }) => id)).toEqual([second, third])
  })

  it('finds the perceptual hashes of the newest images and of groups', async () => {
    const [one, two, bare] = [await group(2), await group(1), await group(1)]
    const mark = ({ inserted: [image], groupId }: typeof one, perceptualHash: string) =>
      rows.write((tx) =>
        tx.images.setImageAnalysis(
          { groupId, storedPreviewName: image?.storedPreviewName ?? '' },
          { perceptualHash, sharpness: 1 },
        ),
      )
    await mark(one, 'ffff00000000ffff')
    await mark(two, '00ff00000000ffff')
    const { moderation } = rows.database
    const hashes = [
      { groupId: two.groupId, perceptualHash: '00ff00000000ffff' },
      { groupId: one.groupId, perceptualHash: 'ffff00000000ffff' },
    ]
    // The newest image has none.
    expect(await moderation.newestHashes(4)).toEqual(hashes)
    expect(await moderation.newestHashes(3)).toEqual(hashes.slice(0, 1))
    expect(await moderation.hashesOf([one.groupId, bare.groupId])).toEqual(hashes.slice(1))
    expect(await moderation.countGroups({ scope: 'all', groupIds: [one.groupId, two.groupId], approved: false })).toBe(
      2,
    )
    expect(await moderation.countGroups({ scope: 'all', groupIds: [] })).toBe(0)
  })

  it('finds one by its id', async () => {
    const { inserted } = await group(2)
    const [, second] = inserted
    expect(await rows.write((tx) => tx.images.find(second?.id ?? 0))).toEqual(second)
    expect(await rows.write((tx) => tx.images.find(2 ** 31 - 1))).toBeUndefined()
  })

  it('finds ids by the names of stored previews', async () => {
    const { inserted, ids } = await group(2)
    const names = inserted.map(({ storedPreviewName }) => storedPreviewName)
    const found = await rows.write((tx) => tx.images.idsByStoredPreviews([...names, 'unknown.jpg']))
    expect(found.toSorted((a, b) => a - b)).toEqual(ids)
    expect(await rows.write((tx) => tx.images.idsByStoredPreviews([]))).toEqual([])
  })

  it('stores every field', async () => {
    const { groupId } = await group(0)
    const image = anImage(groupId, {
      fileSize: 5 * 2 ** 30,
      originalName: '‮gpj.exe',
      imageDescription: '😀'.repeat(200),
      exifDateTaken: '2024-05-01T10:00:00.000Z',
      exifCameraModel: 'X',
      exifLocation: { lat: 52.520006599999995, lon: -13.404953999999998 },
    })
    const bare = anImage(groupId, { uploadOrder: 2, originalName: null, width: null, height: null })
    const inserted = await rows.write((tx) => tx.images.insert([image, bare]))
    expect(inserted).toEqual([
      { ...image, id: expect.any(Number) },
      { ...bare, id: (inserted[0]?.id ?? 0) + 1 },
    ])
    expect(await ofGroup(groupId)).toEqual(inserted)
    expect(await rows.database.images.ofGroup(groupId)).toEqual(inserted)
  })

  it('finds the image of a file', async () => {
    const { images } = await group(1)
    const [image] = images
    const found = (kind: 'original' | 'preview', name = '') =>
      rows.write((tx) => tx.images.findByServedName(kind, name))
    expect(await found('original', image?.fileName)).toMatchObject(image ?? {})
    expect(await found('preview', image?.previewName)).toMatchObject(image ?? {})
    expect(await found('preview', image?.fileName)).toBeUndefined()
    expect(await found('original', `${image?.fileName}\0`)).toBeUndefined()
  })

  it('serves images under new names and stores them under the old ones', async () => {
    const { groupId, inserted } = await group(2)
    const [image, other] = inserted
    const names = { fileName: 'new.png', previewName: 'new.jpg' }
    await rows.write((tx) => tx.images.rename(groupId, new Map([[image?.id ?? 0, names]])))
    const { images: reads } = rows.database
    const served = { exhibitionId: 1, isExhibitionEnded: false }
    expect(await reads.findByServedName('original', 'new.png')).toEqual({ ...image, ...names, ...served })
    expect(await reads.findByServedName('preview', 'new.jpg')).toEqual({ ...image, ...names, ...served })
    expect(await reads.findByServedName('original', image?.fileName ?? '')).toBeUndefined()
    expect(await reads.findByServedName('preview', image?.previewName ?? '')).toBeUndefined()
    expect(await rows.write((tx) => tx.images.findByStoredName('original', image?.fileName ?? ''))).toEqual({
      ...image,
      ...names,
    })
    expect(await reads.findByStoredName('preview', image?.previewName ?? '')).toEqual({ ...image, ...names })
    expect(await reads.findByServedName('original', other?.fileName ?? '')).toEqual({ ...other, ...served })
  })

  it('hides an image, and stores published descriptions separately from those of owners', async () => {
    const { groupId, inserted } = await group(1)
    const [image] = inserted
    const id = image?.id ?? 0
    const hidden = { hiddenReason: 'moderator', moderationNote: 'A face' } as const
    await rows.write(async (tx) => {
      await tx.images.describe(groupId, new Map([[id, { imageDescription: 'new' }]]))
      await tx.images.publishTexts(groupId, new Map([[id, { publishedDescription: 'seen', publishedAltText: null }]]))
      await tx.images.setHidden({ id, groupId }, hidden)
    })
    const described = { imageDescription: 'new', publishedDescription: 'seen' }
    expect(await rows.database.images.ofGroup(groupId)).toEqual([{ ...image, ...described, ...hidden }])
    const shown = { hiddenReason: null, moderationNote: null }
    await rows.write((tx) => tx.images.setHidden({ id, groupId }, shown))
    expect(await rows.database.images.ofGroup(groupId)).toEqual([{ ...image, ...described, ...shown }])
  })

  it('finds images without metadata and stores it', async () => {
    const { groupId } = await group(0)
    const bare = { originalName: null, width: null, height: null, fileSize: 0 }
    const inserted = await rows.write((tx) =>
      tx.images.insert([1, 2].map((uploadOrder) => anImage(groupId, { ...bare, uploadOrder }))),
    )
    const [first, second] = inserted as [(typeof inserted)[0], (typeof inserted)[0]]
    const waiting = async (id: number, limit = 10) =>
      (await rows.write((tx) => tx.images.withoutFacts(id, limit))).map((image) => image.id)
    expect(await waiting(first.id - 1)).toEqual([first.id, second.id])
    expect(await waiting(first.id - 1, 1)).toEqual([first.id])
    const facts = {
      fileSize: 12,
      mimeType: 'image/webp',
      width: 3,
      height: 2,
      exifDateTaken: '2024-05-01T10:00:00.000Z',
      exifCameraModel: 'X',
      exifLocation: { lat: 1.5, lon: -2.5 },
    } as const
    await rows.write((tx) => tx.images.setFacts(first, facts))
    expect(await waiting(first.id - 1)).toEqual([second.id])
    expect(await ofGroup(groupId)).toEqual([{ ...first, ...facts }, second])
    await rows.write((tx) => tx.images.setDateTaken(first, null))
    expect(await ofGroup(groupId)).toEqual([{ ...first, ...facts, exifDateTaken: null }, second])
  })

  it('iterates over all images by id', async () => {
    const { ids } = await group(3)
    const walked = await rows.write((tx) => tx.images.after((ids[0] ?? 0) - 1, 2))
    expect(walked.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(await rows.write((tx) => tx.images.after(Number.MAX_SAFE_INTEGER, 10))).toEqual([])
    expect(await rows.write((tx) => tx.images.after(1e30, 10))).toEqual([])
  })

  it('stores the images added with a key, once per group', async () => {
    const [{ groupId }, other] = [await group(1), await group(1)]
    const addedAt = '2026-05-04T10:00:00.000Z'
    const later = '2026-05-04T10:00:00.001Z'
    const addition = { key: '1b8f5c1e-2f5d-4a53-9d6f-0f6a3a3c7a10', bodyDigest: 'digest', imageCount: 3, addedAt }
    await rows.write((tx) => tx.images.recordAddition(groupId, addition))
    await expect(rows.write((tx) => tx.images.recordAddition(groupId, addition))).rejects.toThrow()
    await rows.write((tx) => tx.images.recordAddition(other.groupId, { ...addition, imageCount: 1 }))
    const added = (id: string, since = addedAt) => rows.write((tx) => tx.images.addedWith(id, addition.key, since))
    expect(await added(groupId)).toEqual({ imageCount: 3, bodyDigest: 'digest' })
    expect(await added(other.groupId)).toMatchObject({ imageCount: 1 })
    expect(await added(groupId, later)).toBeUndefined()
    await rows.write((tx) => tx.images.forgetAdditions(groupId, addedAt))
    expect(await added(groupId)).toBeDefined()
    await rows.write((tx) => tx.images.forgetAdditions(other.groupId, later))
    expect(await added(other.groupId, '')).toBeUndefined()
    await rows.write((tx) => tx.groups.remove(groupId))
    expect(await added(groupId)).toBeUndefined()
  })

  it('closes the gap of a removed image, and never reuses its id', async () => {
    const { groupId, ids } = await group(3)
    const all = await ofGroup(groupId)
    await rows.write(async (tx) => {
      if (all[1]) await tx.images.remove(all[1])
    })
    expect((await ofGroup(groupId)).map(({ id, uploadOrder }) => [id, uploadOrder])).toEqual([
      [ids[0], 1],
      [ids[2], 2],
    ])
    if (all[2]) await rows.write((tx) => tx.images.remove({ ...(all[2] as (typeof all)[0]), uploadOrder: 2 }))
    const [next] = await rows.write((tx) => tx.images.insert([anImage(groupId, { uploadOrder: 2 })]))
    expect(next?.id).toBeGreaterThan(ids[2] ?? 0)
  })

  it('reorders and describes the images of the group and no others', async () => {
    const { groupId, ids } = await group(3)
    const other = await group(1)
    await rows.write((tx) => tx.images.reorder(groupId, ids.toReversed()))
    expect((await ofGroup(groupId)).map(({ id }) => id)).toEqual(ids.toReversed())
    const descriptions = new Map(
      [...ids, ...other.ids].map((id, index) => [id, { imageDescription: index === 0 ? null : `${index}` }]),
    )
    await rows.write((tx) => tx.images.describe(groupId, descriptions))
    const described = new Map((await ofGroup(groupId)).map(({ id, imageDescription }) => [id, imageDescription]))
    expect(ids.map((id) => described.get(id))).toEqual([null, '1', '2'])
    expect((await ofGroup(other.groupId)).map(({ imageDescription }) => imageDescription)).toEqual([null])
  })
})
