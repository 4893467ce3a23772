import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { removeFiles } from '#server/jobs/remove-files.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import { adminCredentials } from '#tests/support/admin.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { withMovableClock } from '#tests/support/servers/clock/clock-file.ts'
import { sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import { startProcess } from '#tests/support/servers/start-process.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { begun, complete, largePhoto, put } from '#tests/support/submissions.ts'
import { sendBatch, uploadGroup } from '#tests/support/upload.ts'

const dayMs = 24 * 60 * 60_000

/** Delays each upload, after all its files are written, until `between` has run. */
function interrupt(files: FileStore, between: () => Promise<unknown>): void {
  const draft = files.draft.bind(files)
  files.draft = async (kind, name) => {
    const own = await draft(kind, name)
    const commit = async () => {
      await own.commit()
      if (kind === 'preview') await between()
    }
    return { ...own, commit }
  }
}

async function uploadAndRead(app: TestApp) {
  await uploadGroup(app)
  const [image] = await app.app.deps.database.images.after(0, 10)
  return [
    await app.app.deps.files.open('original', image?.storedName ?? ''),
    await app.app.deps.files.open('preview', image?.storedPreviewName ?? ''),
  ]
}

const aDayAhead = ({ app }: TestApp): TestApp['app']['deps'] => ({
  ...app.deps,
  clock: { now: () => new Date(Date.now() + dayMs) },
})

describe('an upload while a clock jumps', () => {
  it('keeps its files when the clock of the only process jumps by a day', async () => {
    const clock = fakeClock('2026-11-01T12:00:00.000Z')
    await using app = await startApp({ overrides: { clock } })
    const { deps } = app.app
    interrupt(deps.files, async () => {
      clock.advance(dayMs)
      await removeFiles(deps)
    })
    expect(await uploadAndRead(app)).not.toContain(undefined)
  })

  it('fails if its files were claimed nevertheless, and leaves nothing behind', async () => {
    await using app = await startApp()
    const { deps } = app.app
    interrupt(deps.files, async () => {
      await deps.database.planFileRemovals(await deps.database.fileRemovals.planned(), -1)
      await removeFiles(deps)
    })
    const answer = await sendBatch(app)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    expect(await deps.database.images.after(0, 10)).toEqual([])
    expect(await app.storedFiles()).toEqual([])
    expect(await deps.database.fileRemovals.planned()).toEqual([])
  })

  it('leaves files that the next process removes at once, whatever its clock', async () => {
    const clock = fakeClock('2026-11-01T12:00:00.000Z')
    await using app = await startApp({ overrides: { clock } })
    await app.app.deps.database.planFileRemovals([{ kind: 'original', name: 'left.jpg' }], dayMs)
    await app.stop()
    clock.advance(-30 * dayMs)
    await using next = await startApp({ dataDir: app.dataDir, overrides: { clock } })
    expect(await removeFiles(next.app.deps)).toBe(1)
  })
})

describe.runIf(inject('engine') === 'sqlite')('a clock that is set forward while the service runs', () => {
  it('ends no submission, whose parts were answered as arrived, and no group is due for deletion', async () => {
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-clock-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const clock = await withMovableClock(join(folder, 'clock'))
    const service = stack.use(await startProcess({ DATA_DIR: join(folder, 'data'), ...clock.env }))
    const caller = { fetch: (path: string, init?: RequestInit) => fetch(`${service.url}${path}`, init) }
    const bytes = await largePhoto()
    const half = Math.floor(bytes.length / 2)
    const ids = []
    for (let n = 0; n < 4; n++) ids.push(await begun(caller))
    for (const submissionId of ids)
      expect((await put(caller, { submissionId, bytes, part: [0, half] })).status).toBe(200)
    const before = await begun(caller)
    await put(caller, { submissionId: before, bytes })
    await complete(caller, before)
    await clock.move(9 * dayMs)
    for (const submissionId of ids) {
      expect((await put(caller, { submissionId, bytes, part: [half, bytes.length] })).status).toBe(200)
      expect((await complete(caller, submissionId)).status).toBe(200)
    }
    const setUp = await fetch(`${service.url}/auth/setup/initial-admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(adminCredentials),
    })
    const headers = { cookie: setUp.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' }
    const preview = await fetch(`${service.url}/api/admin/cleanup/preview`, { headers })
    expect(await preview.json()).toMatchObject({ success: true, groupsToDelete: 0 })
  })
})

const places = await sharedPlaces()

describe.skipIf(places.length === 0)('an upload to a replica', () => {
  it.each(places)('keeps its files when the clock of another one is a day ahead: files on a %s', async (place) => {
    await using replicas = await startReplicas(place)
    const { first, second } = replicas
    interrupt(first.app.deps.files, () => removeFiles(aDayAhead(second)))
    expect(await uploadAndRead(first)).not.toContain(undefined)
  })
})
