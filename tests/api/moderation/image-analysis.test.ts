import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillImageAnalysis } from '#server/jobs/fill-gaps.ts'
import { adminService } from '#tests/support/admin-service.ts'
import { ask } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { scenes } from '#tests/support/images/scenes.ts'
import { type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

const service = adminService()

describe('the analysis of images', () => {
  let files: readonly { name: string; bytes: Buffer }[]

  /** Two photos of one thing, and a blurred one of another. */
  beforeAll(async () => {
    const [chair, , bowl] = await scenes()
    const small = (bytes: Buffer | undefined, change: (image: Sharp) => Sharp) =>
      change(sharp(present(bytes)).resize({ width: 600 }))
        .jpeg()
        .toBuffer()
    files = [
      { name: 'chair.jpg', bytes: await small(chair?.bytes, (image) => image) },
      { name: 'bowl.jpg', bytes: await small(bowl?.bytes, (image) => image.blur(8)) },
      { name: 'chair again.jpg', bytes: await small(chair?.bytes, (image) => image.modulate({ brightness: 1.1 })) },
    ]
  })

  const analysisOf = async ({ groupId }: UploadedGroup) =>
    (await service.group(groupId)).images.map(({ blurred, alikeImageIds }) => ({ blurred, alikeImageIds }))
  const listed = async ({ groupId }: UploadedGroup) => {
    const { groups } = await ask(service.admin, 'listAdminGroups')
    return groups.find((group) => group.groupId === groupId)
  }

  it('tells which photos of a group look alike and which are blurred', async () => {
    const group = await uploadGroup(service.app, { files })
    const [chair, , again] = group.images.map(({ id }) => id)
    expect(await analysisOf(group)).toEqual([
      { blurred: false, alikeImageIds: [again] },
      { blurred: true, alikeImageIds: [] },
      { blurred: false, alikeImageIds: [chair] },
    ])
    expect(await listed(group)).toMatchObject({ alikeImages: 2, blurredImages: 1 })
  })

  it('says how many other groups have photos that look alike, and alikeTo lists them', async () => {
    const [chair, bowl, again] = files
    const first = await uploadGroup(service.app, { files: [present(chair)] })
    const before = present(await listed(first)).alikeGroups
    const second = await uploadGroup(service.app, { files: [present(again)] })
    const other = await uploadGroup(service.app, { files: [present(bowl)] })
    expect(await listed(first)).toMatchObject({ alikeImages: 0, alikeGroups: before + 1 })
    const query = { alikeTo: first.groupId }
    const { groups, totalCount, filters } = await ask(service.admin, 'listAdminGroups', { query })
    expect(totalCount).toBe(before + 2)
    expect(filters.alikeTo).toBe(first.groupId)
    const ids = groups.map(({ groupId }) => groupId)
    expect(ids).toEqual(expect.arrayContaining([first.groupId, second.groupId]))
    expect(ids).not.toContain(other.groupId)
    await ask(service.admin, 'deleteGroup', { params: { groupId: second.groupId } })
    expect(await listed(first)).toMatchObject({ alikeGroups: before })
  })

  it('is computed for older images, once', async () => {
    const group = await uploadGroup(service.app, { files })
    const before = await analysisOf(group)
    const { deps } = service.app.app
    await deps.database.transaction(async (tx) => {
      const images = await tx.images.ofGroup(group.groupId)
      for (const image of images.toReversed()) await tx.images.remove(image)
      await tx.images.insert(images.map((image) => ({ ...image, imageAnalysis: null })))
    })
    expect(await listed(group)).toMatchObject({ alikeImages: 0, blurredImages: 0 })
    const fill = () => fillImageAnalysis(deps, new AbortController().signal)
    expect(await fill()).toBe(3)
    expect((await analysisOf(group)).map(({ blurred }) => blurred)).toEqual(before.map(({ blurred }) => blurred))
    expect(await listed(group)).toMatchObject({ alikeImages: 2, blurredImages: 1 })
    expect(await fill()).toBe(0)
  })
})
