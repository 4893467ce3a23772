import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('movable-clock.ts', import.meta.url))

export interface ProcessClock {
  /** Variables for the process. */
  readonly env: Readonly<Record<string, string>>
  /** Sets the clock of the running process to that many milliseconds ahead of this machine's. */
  move(aheadMs: number): Promise<void>
}

/** A clock for a process of its own, which the test can move. */
export async function withMovableClock(file: string, aheadMs = 0): Promise<ProcessClock> {
  await writeFile(file, String(aheadMs))
  return {
    env: { NODE_OPTIONS: `--import=${program}`, CLOCK_FILE: file },
    async move(ahead) {
      await writeFile(file, String(ahead))
      await sleep(200)
    },
  }
}
