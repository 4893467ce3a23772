import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import { openStorage } from '#server/adapters/database/storage.ts'
import { makeImage } from '#tests/support/make-image.ts'
import { batchForm, bodyOf } from '#tests/support/upload.ts'

/** More with `CRASHES=200 npx vitest run tests/proof`. */
const crashes = Number(process.env.CRASHES ?? 5)

async function startProcess(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const { address } = JSON.parse(line)
    if (address === undefined) continue
    child.stdout.resume()
    return { url: address, child }
  }
  throw new Error('The service did not start')
}

/** What a crash must not have torn apart: rows and files, and nothing else lies in the folders. */
async function stateOf(dataDir: string) {
  await using storage = await openStorage(openSqlite(join(dataDir, 'werkschau.db')))
  const images = await storage.images.after(0, 10_000)
  const names = async (folder: string) => (await readdir(join(dataDir, folder))).toSorted()
  return {
    groups: new Set(images.map(({ groupId }) => groupId)),
    perGroup: Map.groupBy(images, ({ groupId }) => groupId),
    rows: {
      originals: images.map(({ fileName }) => fileName).toSorted(),
      previews: images.map(({ previewName }) => previewName).toSorted(),
    },
    files: { originals: await names('upload'), previews: await names('previews') },
  }
}

describe('a crash during uploads', () => {
  it('loses nothing that was answered and leaves no stray file after the next start', {
    timeout: 60_000 + crashes * 5_000,
  }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'werkschau-crash-'))
    const bytes = await makeImage({ width: 1600, height: 1200, detail: true })
    const accepted = new Set<string>()
    try {
      for (let crash = 0; crash < crashes; crash++) {
        const { url, child } = await startProcess(dataDir)
        const upload = async () => {
          while (child.exitCode === null && child.signalCode === null) {
            const body = await batchForm({ files: [1, 2, 3].map((number) => ({ name: `${number}.jpg`, bytes })) })
            const answer = await fetch(`${url}/api/upload/batch`, { method: 'POST', body }).catch(() => undefined)
            if (answer?.status !== 200) return
            const { groupId } = await bodyOf(answer)
            accepted.add(groupId)
          }
        }
        const uploads = [upload(), upload(), upload()].map((each) => each.catch(() => undefined))
        const before = accepted.size
        while (accepted.size === before) await sleep(5)
        await sleep(Math.random() * 500)
        child.kill('SIGKILL')
        await Promise.all([once(child, 'exit').catch(() => undefined), ...uploads])
      }
      const last = await startProcess(dataDir)
      await expect
        .poll(
          async () => {
            const { rows, files } = await stateOf(dataDir)
            return JSON.stringify(files) === JSON.stringify(rows)
          },
          { timeout: 20_000 },
        )
        .toBe(true)
      const { groups, perGroup } = await stateOf(dataDir)
      expect([...accepted].filter((groupId) => !groups.has(groupId))).toEqual([])
      expect([...perGroup.values()].filter((images) => images.length !== 3)).toEqual([])
      last.child.kill('SIGTERM')
      await once(last.child, 'exit')
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
