/** Runs numbered attempts, some in parallel, until the time is over, but at least one. */
export async function inParallel(
  atOnce: number,
  { until, most }: { until: number; most: number },
  attempt: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const work = async () => {
    while ((performance.now() < until || next === 0) && next < most) await attempt(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
