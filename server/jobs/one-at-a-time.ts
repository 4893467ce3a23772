/** `work`, never twice at once: asked while it runs, it runs once more afterwards. The promise ends with the last run. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let again = false
  return () => {
    again = true
    running ??= (async () => {
      try {
        while (again) {
          again = false
          await work()
        }
      } finally {
        running = undefined
      }
    })()
    return running
  }
}
