import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { jsonFiles } from '#tests/support/installations/archive-files.ts'

/** `npm run prove:migration` takes 20,000: too many for every run of the tests. */
const count = Number(process.env.MEMORY_GROUPS ?? 0)
/** The service alone takes 30 MB; `JSON.parse` of these groups would take 300. */
const heapMegabytes = 128

const groupEntry = (n: number) => ({
  groupId: `group-${n}`,
  title: 'Summer fair in the yard',
  description: 'A day with many people. '.repeat(20),
  uploadDate: new Date(1_600_000_000_000 + n * 1_000_000).toISOString(),
  management_token: randomUUID(),
  images: Array.from({ length: 10 }, (_, index) => ({
    fileName: `${n}-${index}-${'x'.repeat(20)}.jpg`,
    originalName: 'IMG_1234.JPG',
    image_description: 'Somebody at the lathe, '.repeat(4),
  })),
})

describe.runIf(count > 0)('the memory of a migration', () => {
  it(`of ${count} groups stays below ${heapMegabytes} MB, both ways`, { timeout: 600_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'werkschau-memory-'))
    const file = createWriteStream(join(dataDir, 'groups.json'))
    file.write('{"groups":[')
    for (let n = 0; n < count; n++) file.write(`${n > 0 ? ',' : ''}${JSON.stringify(groupEntry(n))}`)
    await finished(file.end(']}'))
    const { size } = await stat(join(dataDir, 'groups.json'))
    expect(size).toBeGreaterThan(count * 2_000)

    for (const task of ['migrate', 'rollback', 'migrate']) {
      const script = ['proofs/storage-migration/migrating-process.ts', task, '0']
      const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, ...script], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      expect(await once(child, 'exit'), task).toEqual([0, null])
    }
    expect(await jsonFiles(dataDir)).toHaveLength(2)
    await rm(dataDir, { recursive: true })
  })
})
