import PQueue from 'p-queue'

/**
 * Runs `work` on all items, at most `concurrency` at once, and reads the items as it needs them. After a failure no
 * further item starts; it rejects with the first failure when all running items have ended.
 */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = new PQueue({ concurrency })
  const failures: unknown[] = []
  for await (const item of items) {
    if (failures.length > 0) break
    void queue.add(() => work(item)).catch((error: unknown) => failures.push(error))
    await queue.onSizeLessThan(1)
  }
  await queue.onIdle()
  if (failures.length > 0) throw failures[0]
}
