import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The process and all its descendants. */
export function treeOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = read(`/proc/${name}/stat`)
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const tree = [root]
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

/** CPU seconds that a process tree has used so far, ended children included. */
export function cpuSeconds(root: number): number {
  const ticks = treeOf(root).map((pid) => {
    const stat = read(`/proc/${pid}/stat`)
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0)
  })
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}

/** Proportional set size of one process in MiB. */
export const ownMemoryMiB = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024

/** Proportional set size of a process tree in MiB: shared pages are counted once. */
export const memoryMiB = (root: number): number => treeOf(root).reduce((sum, pid) => sum + ownMemoryMiB(pid), 0)

/** The largest memory of a process tree until it is stopped. */
export function watchMemory(root: number): { stop(): number } {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryMiB(root))
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}
