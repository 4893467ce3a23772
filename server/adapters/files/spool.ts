import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { extname, join } from 'node:path'

/** Local files that live no longer than the process. */
export interface Spool extends AsyncDisposable {
  /** A path of its own with the extension of `name`; nothing is there yet. */
  path(name: string): string
}

const dayMs = 24 * 60 * 60_000
/** Folders of this process. */
const inUse = new Set<string>()

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether the process that made the folder is gone. A restarted container has the same number again; on another machine
 * nobody can tell, and a day is longer than any request takes.
 */
async function isLeftOver(folder: string, name: string): Promise<boolean> {
  const [pid, host] = name.split('@')
  if (host === hostname()) return !inUse.has(name) && (Number(pid) === process.pid || !isRunning(Number(pid)))
  const { mtimeMs } = await stat(join(folder, name))
  return mtimeMs < Date.now() - dayMs
}

/** Opens a folder of this process below `folder`, and removes those that processes before it have left. */
export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  for (const name of await readdir(folder)) {
    if (await isLeftOver(folder, name)) await rm(join(folder, name), { recursive: true, force: true })
  }
  const name = `${process.pid}@${hostname()}@${randomUUID()}`
  const own = join(folder, name)
  inUse.add(name)
  await mkdir(own, { mode: 0o750 })
  return {
    path: (fileName) => join(own, `${randomUUID()}${extname(fileName)}`),
    async [Symbol.asyncDispose]() {
      await rm(own, { recursive: true, force: true })
      inUse.delete(name)
    },
  }
}
