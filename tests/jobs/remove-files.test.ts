import { expect, it } from 'vitest'
import { removeFiles } from '#server/jobs/remove-files.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import { startApp } from '#tests/support/start-app.ts'
import { withMethods } from '#tests/support/with-methods.ts'

it('a file that cannot be removed keeps no other one', async () => {
  await using app = await startApp()
  const { deps } = app.app
  const names = ['a.jpg', 'b.jpg', 'c.jpg'].map((name): FileName => ({ kind: 'original', name }))
  await deps.database.planFileRemovals(names, 0)
  const remove = async (_: FileName['kind'], name: string) => {
    if (name !== 'c.jpg') throw new Error('EPERM')
  }
  const files = withMethods(deps.files, { remove })
  await expect(removeFiles({ ...deps, files })).rejects.toThrow('EPERM')
  expect((await deps.database.fileRemovals.planned()).map(({ name }) => name).toSorted()).toEqual(['a.jpg', 'b.jpg'])
  expect(await removeFiles(deps)).toBe(2)
})
