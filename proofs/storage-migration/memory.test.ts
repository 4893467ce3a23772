import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { jsonFiles } from '#tests/support/installations/archive-files.ts'

/** `npm run prove:migration` takes 200,000: too many for every run of the tests. */
const count = Number(process.env.MEMORY_GROUPS ?? 0)
/** Of the whole process, in MiB. `JSON.parse` of these groups would need 1,500. */
const most = 256

const groupEntry = (n: number) => ({
  groupId: `group-${n}`,
  title: 'Summer fair in the yard',
  description: 'A day with many people. '.repeat(20),
  uploadDate: new Date(1_600_000_000_000 + n * 1_000_000).toISOString(),
  management_token: randomUUID(),
  images: Array.from({ length: 4 }, (_, index) => ({
    fileName: `${n}-${index}-${'x'.repeat(20)}.jpg`,
    originalName: 'IMG_1234.JPG',
    image_description: 'Somebody at the lathe, '.repeat(4),
  })),
})

describe.runIf(count > 0)('the memory of a migration', () => {
  it(`of ${count} groups stays below ${most} MiB, both ways`, { timeout: 3_600_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'werkschau-memory-'))
    const file = createWriteStream(join(dataDir, 'groups.json'))
    file.write('{"groups":[')
    for (let n = 0; n < count; n++) file.write(`${n > 0 ? ',' : ''}${JSON.stringify(groupEntry(n))}`)
    await finished(file.end(']}'))
    const { size } = await stat(join(dataDir, 'groups.json'))
    expect(size).toBeGreaterThan(count * 1_000)

    for (const task of ['migrate', 'rollback', 'migrate']) {
      const child = spawn(process.execPath, ['proofs/storage-migration/migrating-process.ts', task, '0'], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [output, ended] = await Promise.all([text(child.stdout), once(child, 'exit')])
      expect(ended, task).toEqual([0, null])
      const peak = Number(output.split('\n')[2]) / 1_024
      console.log(`${task}: ${peak.toFixed(0)} MiB`)
      expect(peak, task).toBeLessThan(most)
    }
    expect(await jsonFiles(dataDir)).toHaveLength(2)
    await rm(dataDir, { recursive: true })
  })
})
