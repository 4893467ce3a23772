import { expect, it } from 'vitest'
import type { Pauses } from './deliver.ts'
import { createProgress, type Progress } from './progress.ts'

it('says that it waits as soon as what else was under way is done', async () => {
  const reports: Progress['phase'][] = []
  const progress = createProgress([], ({ phase }) => reports.push(phase))
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = progress.during(promise)
  void progress.during(new Promise(() => undefined))
  const pauses: Pauses = { all: [{ until: 30_000, limited: false }], wait: () => promise, end: () => undefined }
  progress.paused(pauses)
  expect(reports).toEqual(['uploading'])
  resolve()
  await done
  expect(reports).toEqual(['uploading', 'waiting'])
})
