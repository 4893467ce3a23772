import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from '#tests/support/servers/process-tree.ts'

/** Seeded groups have no files: the search for missing previews runs until it has found that out. */
export async function untilIdle(pid: number): Promise<void> {
  for (let quiet = 0, before = 0; quiet < 2; ) {
    await sleep(500)
    const now = cpuSeconds(pid)
    quiet = now - before < 0.02 ? quiet + 1 : 0
    before = now
  }
}
