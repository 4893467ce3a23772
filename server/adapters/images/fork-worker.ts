import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname, extname, join } from 'node:path'

/** Beside this file, as a source or built. */
const workerFile = join(import.meta.dirname, `preview-worker${extname(import.meta.filename)}`)

/**
 * Without the environment of the service, because an image decoder does not need its secrets. One allocation arena
 * halves the memory; one thread decodes and one writes. Reuses what the service has compiled.
 */
export function forkWorker(): ChildProcess {
  const cache = getCompileCacheDir()
  return fork(workerFile, {
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '2', ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}
