const isByKey = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is stored, with what was typed; of texts by language only in those that were typed. undefined takes a value away. */
export function withTyped<T>(stored: T, typed: unknown): T {
  if (!isByKey(typed)) return typed as T
  const others: Readonly<Record<string, unknown>> = isByKey(stored) ? stored : {}
  const changed = Object.entries(typed).map(([key, value]) => [key, withTyped(others[key], value)])
  const all = Object.entries({ ...others, ...Object.fromEntries(changed) })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as T
}

/** Without texts that were emptied; null when nothing is left. */
export function withoutEmpty<T>(value: T): T | null {
  if (!isByKey(value)) return value === '' ? null : value
  const left = Object.entries(value).flatMap(([key, text]) => {
    const kept = withoutEmpty(text)
    return kept === null ? [] : [[key, kept]]
  })
  return left.length === 0 ? null : (Object.fromEntries(left) as T)
}
