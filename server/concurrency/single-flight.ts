/** Returns a function that starts `run` unless a run is under way; everyone who calls meanwhile gets that one. */
export function singleFlight<R = void>(run: () => Promise<R>): () => Promise<R> {
  let current: Promise<R> | undefined
  return () => {
    current ??= run().finally(() => {
      current = undefined
    })
    return current
  }
}
