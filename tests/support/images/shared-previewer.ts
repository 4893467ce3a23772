import { AsyncLocalStorage } from 'node:async_hooks'
import { createPreviewer, type PreviewerOptions, type SharpPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import type { Previewer } from '#server/ports/previewer.ts'

type OfService = Pick<PreviewerOptions, 'clock' | 'onMade'>
type OfProcesses = Omit<PreviewerOptions, keyof OfService>

const caller = new AsyncLocalStorage<OfService>()
const clock = { now: () => caller.getStore()?.clock.now() ?? new Date() }
const onMade = (ms: number) => caller.getStore()?.onMade?.(ms)
/** As long as the slowest test file that makes no preview. */
const idleTime = 300_000
const running = new Map<string, SharpPreviewer>()

function processesFor(options: OfProcesses): SharpPreviewer {
  const key = JSON.stringify(options)
  const previewer = running.get(key) ?? createPreviewer({ ...options, idleTime, clock, onMade })
  running.set(key, previewer)
  return previewer
}

/** The previewer of one service, whose processes outlive it, because starting one takes longer than most tests. */
export function sharedPreviewer(options: OfProcesses, service: OfService): Previewer {
  const previewer = processesFor(options)
  const stopping = new AbortController()
  const pending = new Set<Promise<unknown>>()
  function track<T>(work: () => Promise<T>): Promise<T> {
    const result = caller.run(service, work)
    pending.add(result)
    const forget = () => void pending.delete(result)
    result.then(forget, forget)
    return result
  }
  const until = (signal?: AbortSignal) => AbortSignal.any([stopping.signal, ...(signal ? [signal] : [])])
  return {
    makePreview: (job) => track(() => previewer.makePreview({ ...job, signal: until(job.signal) })),
    readImageAnalysis: (source) => track(() => previewer.readImageAnalysis(source)),
    readFacts: (source, more) => track(() => previewer.readFacts(source, more)),
    warmUp: () => previewer.warmUp(),
    get pending() {
      return pending.size
    },
    async [Symbol.asyncDispose]() {
      stopping.abort(new Error('The previewer has been stopped.'))
      await Promise.allSettled(pending)
    },
  }
}
