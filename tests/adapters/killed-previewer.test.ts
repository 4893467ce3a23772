import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { openDiskFileStore } from '#server/adapters/files/disk-file-store.ts'
import { openS3FileStore } from '#server/adapters/files/s3-file-store.ts'
import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { newBucket } from '#tests/support/servers/buckets.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'

const s3 = await sharedService('s3')
const stores: [string, (folder: string) => Promise<FileStore>][] = [['a disk', openDiskFileStore]]
if (s3) stores.push(['a bucket', async (folder) => openS3FileStore(await newBucket(s3), folder)])

describe.each(stores)('an upload to %s whose previewer is killed', (_place, open) => {
  it('leaves no file behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-killed-'))
    await using files = await open(folder)
    await using previewer = createPreviewer({ maxPixels: 1e8, clock: systemClock, lanes: 1 })
    const whole = await makeImage({ width: 4_000, height: 3_000, detail: true })
    const [original, preview] = [await files.draft('original', 'a.jpg'), await files.draft('preview', 'a.jpg')]
    await writeFile(original.path, whole.subarray(0, whole.length - 100))
    const made = previewer.makePreview({ source: original.path, target: preview.path, turn: 0 })
    let killed = 0
    const kill = async () => {
      // While there is a copy beside the image, with an end.
      while (killed < 2) {
        if (existsSync(`${original.path}.end`)) {
          for (const id of previewer.processIds) process.kill(id, 'SIGKILL')
          killed++
          await sleep(50)
          if (killed < 2) await rm(`${original.path}.end`)
        }
        await sleep(1)
      }
    }
    await Promise.all([expect(made).rejects.toMatchObject({ code: 'DAMAGED_IMAGE' }), kill()])
    for (const draft of [original, preview]) await draft.discard()
    const left = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(left.filter((each) => each.isFile() && !each.name.endsWith('.lock')).map(({ name }) => name)).toEqual([])
  })
})
