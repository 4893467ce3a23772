import type { Deps } from '#server/ports/deps.ts'

const minuteMs = 60_000

/**
 * Calls `tick` at the beginning of every minute: daily times are full hours, and failed jobs, or those of a crashed
 * process, are retried. The tick finds out what is due.
 */
export function startSchedule({ clock }: Pick<Deps, 'clock'>, tick: () => void): Disposable {
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(
      () => {
        tick()
        wait()
      },
      minuteMs - (clock.now().getTime() % minuteMs),
    )
  }
  wait()
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
