import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, succeeded } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type ServiceProcess, startProcess } from '#tests/support/servers/start-process.ts'
import { abandon, begun, complete, largePhoto, look, put } from '#tests/support/submissions.ts'

describe('a submission to a service that crashes', () => {
  let dataDir: string
  let service: ServiceProcess
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'werkschau-killed-'))
    service = await startProcess({ DATA_DIR: dataDir })
  })
  afterEach(async () => {
    await service.stop('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })

  const caller: Caller = { fetch: (path, init) => fetch(new URL(path, service.url), init) }
  async function killAndStart() {
    await service.stop('SIGKILL')
    service = await startProcess({ DATA_DIR: dataDir })
  }
  const stored = async () => (await readdir(join(dataDir, 'upload'))).length

  it('continues with the stored files, and completes once', async () => {
    const [large, small] = [await largePhoto(), await makeImage()]
    const submissionId = await begun(caller, { files: 2 })
    await succeeded(put(caller, { submissionId, index: 1, bytes: small }))
    await succeeded(put(caller, { submissionId, bytes: large, part: [0, 70_000] }))
    await killAndStart()
    expect((await look(caller, submissionId)).body.files).toEqual([
      { index: 0, status: 'waiting', receivedBytes: 70_000 },
      { index: 1, status: 'arrived' },
    ])
    await succeeded(put(caller, { submissionId, bytes: large, part: [70_000, large.length] }))
    await killAndStart()
    const first = await succeeded(complete(caller, submissionId))
    expect(first.images.map(({ fileSize }) => fileSize)).toEqual([large.length, small.length])
    await killAndStart()
    expect(await succeeded(complete(caller, submissionId))).toMatchObject({ groupId: first.groupId })
    await expect.poll(stored, { timeout: 30_000 }).toBe(2)
  })

  it('leaves no interrupted file, nor any of a deleted submission', async () => {
    const submissionId = await begun(caller)
    const bytes = await largePhoto()
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(bytes.subarray(0, 100_000))) })
    const init = { method: 'PUT', body, duplex: 'half' } as RequestInit
    const sending = caller.fetch(`/api/upload/submissions/${submissionId}/files/0`, init).catch(() => undefined)
    await expect.poll(stored, { timeout: 30_000 }).toBe(1)
    await killAndStart()
    await sending
    expect((await look(caller, submissionId)).body.files).toEqual([{ index: 0, status: 'waiting' }])
    await expect.poll(stored, { timeout: 30_000 }).toBe(0)
    await succeeded(put(caller, { submissionId, bytes }))
    await succeeded(abandon(caller, submissionId))
    expect(await stored()).toBe(0)
  })
})
