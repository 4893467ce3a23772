import type { PreviewAnswer, TaskLimits } from './preview-messages.ts'

const lookEveryMs = 50

/** Looks at the CPU time and the memory of this process while a task runs; resolves once it has taken more than it may. */
export function whenOverdue({ cpu, memory }: TaskLimits): { promise: Promise<PreviewAnswer>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<PreviewAnswer>()
  const begun = process.cpuUsage()
  const maxMemory = process.memoryUsage.rss() + memory
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(begun)
    if ((user + system) / 1000 > cpu || process.memoryUsage.rss() > maxMemory) resolve({ kind: 'overdue' })
  }, lookEveryMs)
  return { promise, stop: () => clearInterval(timer) }
}
