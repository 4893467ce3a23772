import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Rendition, RenditionCache } from '#server/ports/rendition-cache.ts'

interface Kept {
  readonly groupId: string
  readonly bytes: number
}

/** The files that are there, oldest first, within the budget. */
function createKeptFiles(pathOf: (name: string) => string, maxBytes: number) {
  const files = new Map<string, Kept>()
  let total = 0

  async function remove(name: string): Promise<void> {
    total -= files.get(name)?.bytes ?? 0
    files.delete(name)
    await rm(pathOf(name), { force: true })
  }

  return {
    files,
    remove,
    get bytes() {
      return total
    },
    async add(name: string, file: Kept): Promise<void> {
      files.set(name, file)
      total += file.bytes
      for (const oldest of files.keys()) {
        if (total <= maxBytes) break
        await remove(oldest)
      }
    },
  }
}

/** In the folder `gallery` of the data folder; what an earlier process left there is removed. */
export async function openRenditionCache({
  dataDir,
  galleryCacheBytes,
}: Pick<Config, 'dataDir' | 'galleryCacheBytes'>): Promise<RenditionCache> {
  const folder = join(dataDir, 'gallery')
  await rm(folder, { recursive: true, force: true })
  const pathOf = (name: string) => join(folder, name)
  const kept = createKeptFiles(pathOf, galleryCacheBytes)
  const making = new Map<string, Promise<Buffer>>()

  async function make({ name, groupId }: Rendition, write: (path: string) => Promise<unknown>): Promise<Buffer> {
    await mkdir(folder, { recursive: true })
    const draft = pathOf(`${name}.draft`)
    try {
      await write(draft)
      const bytes = await readFile(draft)
      // A cache: lost in a crash, it is made again.
      await rename(draft, pathOf(name))
      await kept.add(name, { groupId, bytes: bytes.length })
      return bytes
    } finally {
      await rm(draft, { force: true })
    }
  }

  return {
    async find(name) {
      if (!kept.files.has(name)) return undefined
      const bytes = await readFile(pathOf(name)).catch(() => undefined)
      // Gone by other hands, such as those of another process with the same folder.
      if (bytes === undefined) await kept.remove(name)
      return bytes
    },
    make(of, write) {
      const running = making.get(of.name)
      if (running) return running
      const run = make(of, write).finally(() => making.delete(of.name))
      making.set(of.name, run)
      return run
    },
    async forget(groupIds) {
      for (const [name, { groupId }] of kept.files) if (groupIds.has(groupId)) await kept.remove(name)
    },
    async clear() {
      const { bytes } = kept
      for (const name of [...kept.files.keys()]) await kept.remove(name)
      return bytes
    },
  }
}
