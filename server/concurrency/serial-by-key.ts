/** Returns a function that starts `run` when those that came before it with the same key have ended. */
export function serialByKey(): <T>(key: string, run: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, run) => {
    const turn = (last.get(key) ?? Promise.resolve()).catch(() => undefined).then(run)
    last.set(key, turn)
    return turn.finally(() => last.get(key) === turn && last.delete(key))
  }
}
