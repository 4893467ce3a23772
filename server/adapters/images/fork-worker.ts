import { type ChildProcess, fork } from 'node:child_process'
import { extname, join } from 'node:path'

/** Beside this file, as a source or built. */
const workerFile = join(import.meta.dirname, `preview-worker${extname(import.meta.filename)}`)

/**
 * Without the environment of the service, because an image decoder does not need its secrets. One allocation arena
 * halves the memory; one thread decodes and one writes.
 */
export const forkWorker = (): ChildProcess =>
  fork(workerFile, {
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '2' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
