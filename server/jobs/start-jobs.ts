import type { Deps } from '#server/deps.ts'
import { makeMissingPreviews } from './make-missing-previews.ts'
import { removeFiles } from './remove-files.ts'

const removeFilesEveryMs = 60_000

/** Work in the background until it is disposed, which waits for what is running. */
export function startJobs(deps: Deps): AsyncDisposable {
  const stop = new AbortController()
  const running = new Set<Promise<unknown>>()
  const run = (name: string, job: () => Promise<unknown>) => {
    const task = job().catch((err) => stop.signal.aborted || deps.log.error({ err, job: name }, 'a job failed'))
    running.add(task)
    void task.finally(() => running.delete(task))
  }

  run('warm up', () => deps.previewer.warmUp())
  run('start', async () => {
    await removeFiles(deps, { leftovers: true })
    await makeMissingPreviews(deps, stop.signal)
  })
  const timer = setInterval(() => run('remove files', () => removeFiles(deps)), removeFilesEveryMs)

  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}
