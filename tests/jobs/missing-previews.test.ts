import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeMissingPreviews } from '#server/jobs/make-missing-previews.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import { present } from '#tests/support/at-least.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { startApp } from '#tests/support/start-app.ts'

describe('makeMissingPreviews', () => {
  it('asks for no file of an image whose preview is listed', async () => {
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
})
