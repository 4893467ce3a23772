import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownedForMs } from '#server/domain/file-ownership.ts'
import { makeMissingPreviews } from '#server/jobs/make-missing-previews.ts'
import { removeFiles } from '#server/jobs/remove-files.ts'
import { present } from '#tests/support/at-least.ts'
import { answerOf, ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('an interrupted deletion', () => {
  it('leaves nothing readable and is completed at the next start', async () => {
    await using before = await startApp()
    const { files } = before.app.deps
    const whole = files.remove
    const group = await ownGroup(before, { images: 2 })
    const { filePath, previewPath } = present(group.group.images[0])
    const get = async (path: string) => (await before.fetch(path)).status
    expect(await get(previewPath)).toBe(200)

    Object.assign(files, { remove: () => Promise.reject(new Error('cut short')) })
    expect((await group.owner.send('DELETE')).status).toBe(200)
    expect(await before.storedFiles()).toHaveLength(4)
    expect([await get(filePath), await get(previewPath)]).toEqual([404, 404])
    Object.assign(files, { remove: whole })
    await before.stop()

    await using after = await startApp({ dataDir: before.dataDir, jobs: true })
    await expect.poll(() => after.storedFiles()).toEqual([])
    const answer = await answerOf(await after.fetch(`/api/manage/${group.token}`))
    expect(answer).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
  })
})

describe('a preview made while its group is deleted', () => {
  it('is removed with it', async () => {
    const { deps } = app.app
    const group = await ownGroup(app, { images: 1 })
    const [image] = await app.app.deps.database.images.ofGroup(group.groupId)
    await deps.files.remove('preview', image?.previewName ?? '')
    const previewer: typeof deps.previewer = Object.create(deps.previewer, {
      makePreview: {
        async value(job: Parameters<typeof deps.previewer.makePreview>[0]) {
          await group.owner.send('DELETE')
          await writeFile(job.target, 'late')
        },
      },
    })
    await makeMissingPreviews({ ...deps, previewer }, new AbortController().signal)
    await removeFiles(deps)
    expect(await app.storedFiles()).toEqual([])
  })
})

describe('a preview scheduled for removal at a crash', () => {
  it('is made again and kept', async () => {
    const { deps } = app.app
    const group = await ownGroup(app, { images: 1 })
    const [image] = await app.app.deps.database.images.ofGroup(group.groupId)
    const file = { kind: 'preview', name: image?.previewName ?? '' } as const
    await deps.database.planFileRemovals([file], ownedForMs)
    expect(await makeMissingPreviews(deps, new AbortController().signal)).toBe(1)
    expect(await deps.database.fileRemovals.planned()).toEqual([])
    expect(await deps.files.open('preview', file.name)).toBeDefined()
    await group.owner.send('DELETE')
  })
})
