import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Of wall-clock time and of the CPU, in microseconds. */
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** What the main thread of a page worked at a stretch, in milliseconds of the CPU: others on the machine change little of it. */
export interface Tasks {
  readonly longest: number
  readonly overall: number
}

/** Traces the tasks of the page's main thread while `run` runs. Chromium only. */
export async function traceTasks(browser: Browser, page: Page, run: () => Promise<void>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'toplevel'] })
  await run()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && main.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1_000)
  return { longest: Math.max(0, ...tasks), overall: tasks.reduce((sum, each) => sum + each, 0) }
}
