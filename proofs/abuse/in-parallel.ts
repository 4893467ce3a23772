/** Runs numbered attempts, some in parallel, until the time is over, but at least the given number. */
export async function inParallel(
  atOnce: number,
  { until, most, least = 1 }: { until: number; most: number; least?: number },
  attempt: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const work = async () => {
    while ((performance.now() < until || next < least) && next < most) await attempt(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
