import { expect, it } from 'vitest'
import { freeDiskSpace } from '#server/jobs/free-disk-space.ts'
import { present } from '#tests/support/at-least.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { startApp } from '#tests/support/start-app.ts'

it('freeDiskSpace removes previews that can be made again, and no other', async () => {
  await using app = await startApp()
  const { deps } = app.app
  const { groupId } = await ownGroup(app, { images: 2 })
  const [lost, whole] = await deps.database.images.ofGroup(groupId)
  await deps.files.remove('original', present(lost).storedName)
  expect(await freeDiskSpace(deps)).toBe(true)
  expect(await deps.files.open('preview', present(whole).storedPreviewName)).toBeUndefined()
  expect(await deps.files.open('preview', present(lost).storedPreviewName)).toBeDefined()
  expect(await freeDiskSpace(deps)).toBe(false)
})
