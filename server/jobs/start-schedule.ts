import type { Deps } from '#server/deps.ts'

const minuteMs = 60_000

/**
 * Calls `tick` at the beginning of every minute: daily times are full hours, and what failed, or was another process's
 * that crashed, is tried again. What is due then is for the tick to find out.
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
