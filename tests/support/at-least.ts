type AtLeast<T, Count extends number, Items extends T[] = []> = Items['length'] extends Count
  ? [...Items, ...T[]]
  : AtLeast<T, Count, [...Items, T]>

/** The same items, typed as `count` or more: `const [a, b] = atLeast(2, images)`. */
export function atLeast<T, const Count extends number>(count: Count, items: Iterable<T>): AtLeast<T, Count> {
  const list = [...items]
  if (list.length < count) throw new Error(`${count} items expected, ${list.length} found`)
  return list as AtLeast<T, Count>
}

/** The value, which must be there. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A value expected, none found')
  return value
}
