import { rmSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import type { Rendition, RenditionCache } from '#server/ports/rendition-cache.ts'

function createRemove(log: Logger) {
  return (path: string): void => {
    try {
      rmSync(path, { force: true })
    } catch (err) {
      log.warn({ err }, 'a copy of a photo in the gallery could not be removed')
    }
  }
}

/** A cache: lost in a crash, it is made again. */
async function written(path: string, write: (path: string) => Promise<unknown>): Promise<Buffer> {
  const draft = `${path}.draft`
  try {
    await write(draft)
    const bytes = await readFile(draft)
    await rename(draft, path)
    return bytes
  } finally {
    await rm(draft, { force: true })
  }
}

/** In the folder `gallery` of the data folder; what an earlier process left there is removed. */
export async function openRenditionCache(
  { dataDir, galleryCacheBytes: maxSize }: Pick<Config, 'dataDir' | 'galleryCacheBytes'>,
  log: Logger,
): Promise<RenditionCache> {
  const folder = join(dataDir, 'gallery')
  await rm(folder, { recursive: true, force: true })
  const pathOf = (name: string) => join(folder, name)
  const remove = createRemove(log)
  const kept = new LRUCache<string, { groupId: string; size: number }>({
    maxSize,
    sizeCalculation: ({ size }) => size,
    dispose: (_, name) => remove(pathOf(name)),
    // It has the same file.
    noDisposeOnSet: true,
  })
  const making = new Map<string, Promise<Buffer>>()
  const store = async ({ name, groupId }: Rendition, write: (path: string) => Promise<unknown>) => {
    await mkdir(folder, { recursive: true })
    const bytes = await written(pathOf(name), write)
    kept.set(name, { groupId, size: bytes.length })
    // Larger than the budget.
    if (!kept.has(name)) remove(pathOf(name))
    return bytes
  }

  return {
    async find(name) {
      if (kept.get(name) === undefined) return undefined
      const bytes = await readFile(pathOf(name)).catch(() => undefined)
      // Something else removed it, such as another process with the same folder.
      if (bytes === undefined) kept.delete(name)
      return bytes
    },
    make(of, write) {
      const running = making.get(of.name) ?? store(of, write).finally(() => making.delete(of.name))
      making.set(of.name, running)
      return running
    },
    forget(groupIds) {
      for (const [name, { groupId }] of [...kept.entries()]) if (groupIds.has(groupId)) kept.delete(name)
    },
    clear() {
      const bytes = kept.calculatedSize
      kept.clear()
      return bytes
    },
  }
}
