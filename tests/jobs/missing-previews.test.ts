import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AppError } from '#server/domain/errors.ts'
import { makeMissingPreviews } from '#server/jobs/make-missing-previews.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import { present } from '#tests/support/at-least.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { startApp } from '#tests/support/start-app.ts'

describe('makeMissingPreviews', () => {
  it('requests no file of an image whose preview is listed', async () => {
    await using app = await startApp()
    const { deps } = app.app
    const { groupId } = await ownGroup(app, { images: 3 })
    const asked: string[] = []
    const open = deps.files.open.bind(deps.files)
    const watched: FileStore['open'] = (kind, name) => {
      asked.push(`${kind}/${name}`)
      return open(kind, name)
    }
    Object.assign(deps.files, { open: watched })
    const search = () => makeMissingPreviews(deps, new AbortController().signal)
    expect(await search()).toBe(0)
    expect(asked).toEqual([])

    const lost = present((await deps.database.images.ofGroup(groupId))[1])
    await deps.files.remove('preview', lost.storedPreviewName)
    expect(await search()).toBe(1)
    expect(asked).toEqual([`preview/${lost.storedPreviewName}`, `original/${lost.storedName}`])
    expect((await readFile(join(app.dataDir, 'previews', lost.storedPreviewName))).length).toBeGreaterThan(100)
  })

  it.each([
    { when: 'is deleted before its original is read', isDeleted: true, warnings: 0 },
    { when: 'has lost its original', isDeleted: false, warnings: 1 },
  ])('warns of a missing original $warnings times when the image $when', async ({ isDeleted, warnings }) => {
    await using app = await startApp()
    const { deps } = app.app
    const { groupId } = await ownGroup(app, { images: 2 })
    const lost = present((await deps.database.images.ofGroup(groupId))[1])
    await deps.files.remove('preview', lost.storedPreviewName)
    const withLocalCopy = deps.files.withLocalCopy.bind(deps.files)
    // A cleanup between listing the images and reading their originals.
    const overtaken: FileStore['withLocalCopy'] = async (kind, name, use) => {
      if (isDeleted) await deps.database.transaction((tx) => tx.images.remove(lost))
      await deps.files.remove('original', lost.storedName)
      return withLocalCopy(kind, name, use)
    }
    Object.assign(deps.files, { withLocalCopy: overtaken })
    expect(await makeMissingPreviews(deps, new AbortController().signal)).toBe(0)
    expect(app.logged()).not.toContain('could not be made')
    expect(app.logged().match(/the original of an image is missing/g) ?? []).toHaveLength(warnings)
  })

  it('goes on when one cannot be stored, nor what there is of it be removed', async () => {
    await using app = await startApp()
    const { deps } = app.app
    const { groupId } = await ownGroup(app, { images: 2 })
    const images = await deps.database.images.ofGroup(groupId)
    for (const { storedPreviewName } of images) await deps.files.remove('preview', storedPreviewName)
    const draft = deps.files.draft.bind(deps.files)
    const fail = () => Promise.reject(new AppError('TEMPORARILY_UNAVAILABLE', 'The bucket does not answer'))
    const failing: FileStore['draft'] = async (kind, name) => {
      const made = await draft(kind, name)
      return name === images[0]?.storedPreviewName ? { ...made, commit: fail, discard: fail } : made
    }
    Object.assign(deps.files, { draft: failing })
    expect(await makeMissingPreviews(deps, new AbortController().signal)).toBe(1)
    expect(app.logged().match(/a missing preview could not be made/g)).toHaveLength(1)
  })
})
