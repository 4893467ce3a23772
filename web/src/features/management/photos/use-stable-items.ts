import { useRef } from 'react'

/** Returns the previous objects where they are equal, so that only changes render again. */
export const useStableItems = <T extends { readonly id: string }>(list: readonly T[]): readonly T[] => {
  const before = useRef(new Map<string, T>())
  const steady = list.map((item) => {
    const known = before.current.get(item.id)
    return known && JSON.stringify(known) === JSON.stringify(item) ? known : item
  })
  before.current = new Map(steady.map((item) => [item.id, item]))
  return steady
}
