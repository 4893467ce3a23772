import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

export interface Neighbour extends AsyncDisposable {
  /** Milliseconds of the slowest request since the last call. */
  longestWait(): Promise<number>
}

/** A thread that sends small requests to the service at `url`, in parallel with the measured ones. */
export function startNeighbour(url: string): Neighbour {
  const worker = new Worker(join(import.meta.dirname, 'neighbour.ts'), { workerData: { url: `${url}/health/ready` } })
  return {
    async longestWait() {
      worker.postMessage('')
      return (await once(worker, 'message'))[0]
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
