import { useState } from 'react'

export type Selection = ReturnType<typeof useSelection>

/** Which of the listed groups are chosen, with ranges as in a list of files. */
export const useSelection = (ids: readonly string[]) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string>()
  // Groups that have left the list are no longer selected.
  const selected = ids.filter((id) => chosen.has(id))

  const toggle = (id: string) => {
    setAnchor(id)
    setChosen(new Set(chosen.has(id) ? selected.filter((one) => one !== id) : [...selected, id]))
  }
  /** All from where the range began to this one. */
  const extend = (id: string, from = id) => {
    const start = anchor !== undefined && ids.includes(anchor) && selected.length > 0 ? anchor : from
    const [first = 0, last = 0] = [ids.indexOf(start), ids.indexOf(id)].toSorted((a, b) => a - b)
    setAnchor(start)
    setChosen(new Set([...selected, ...ids.slice(first, last + 1)]))
  }
  return {
    selected,
    has: (id: string) => chosen.has(id),
    toggle,
    extend,
    all: () => setChosen(new Set(ids)),
    clear: () => setChosen(new Set()),
  }
}
