/** Runs `work` on all items, so many at once. The first failure ends it, when what runs has ended. */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  places: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  let failed = false
  const worker = async () => {
    while (!failed) {
      const { done, value } = await iterator.next()
      if (done) return
      try {
        await work(value)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: places }, worker))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}
