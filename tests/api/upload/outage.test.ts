import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openDiskFileStore } from '#server/adapters/files/disk-file-store.ts'
import { AppError } from '#server/domain/errors.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import { startApp } from '#tests/support/start-app.ts'
import { sendBatch } from '#tests/support/upload.ts'
import { withMethods } from '#tests/support/with-methods.ts'

/** A remote file store can refuse one file while the other is still being written. */
const withSlowOriginals = (store: FileStore) =>
  withMethods(store, {
    async draft(kind, name) {
      const draft = await store.draft(kind, name)
      const refuse = async () => {
        throw new AppError('TEMPORARILY_UNAVAILABLE', 'The files cannot be reached right now')
      }
      const arriveLate = async () => {
        const bytes = await readFile(draft.path)
        await sleep(300)
        await writeFile(draft.path, bytes)
      }
      return { ...draft, flush: kind === 'preview' ? refuse : arriveLate }
    },
  })

describe('an upload that fails because the previews cannot be stored', () => {
  it('leaves no original, not even one stored later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-outage-'))
    await using app = await startApp({
      dataDir: folder,
      overrides: { files: withSlowOriginals(await openDiskFileStore(folder)) },
    })
    const answer = await sendBatch(app)
    expect(answer.status).toBe(503)
    await sleep(500)
    expect(await app.storedFiles()).toEqual([])
    await rm(folder, { recursive: true, force: true })
  })
})
