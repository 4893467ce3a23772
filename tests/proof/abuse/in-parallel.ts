/** Runs numbered attempts, some at once, until the time is over or there were enough. */
export async function inParallel(
  atOnce: number,
  { until, most }: { until: number; most: number },
  attempt: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const work = async () => {
    while (performance.now() < until && next < most) await attempt(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
