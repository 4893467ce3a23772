import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Region } from '#contract/shapes.ts'
import { overlap } from './regions.ts'

/** The share of the smaller region that both cover. */
const alreadyMarked = 0.5

export type Regions = ReturnType<typeof useRegions>

/** The regions marked in a photo, and the selected one. */
export const useRegions = () => {
  const [marked, setMarked] = useState<readonly { readonly id: number; readonly region: Region }[]>([])
  const [selectedId, setSelectedId] = useState<number>()
  const lastId = useRef(0)
  const selected = marked.find(({ id }) => id === selectedId)
  const full = marked.length >= limits.redactionRegions
  const add = (region: Region): number | undefined => {
    if (full) return undefined
    const id = ++lastId.current
    setMarked((now) => [...now, { id, region }])
    setSelectedId(id)
    return id
  }
  /** Adds those that no marked region covers already. */
  const propose = (found: readonly Region[]) => {
    const firstId = lastId.current + 1
    lastId.current += found.length
    setMarked((now) => {
      const fresh = found
        .map((region, n) => ({ id: firstId + n, region }))
        .filter(({ region }) => !now.some((one) => overlap(one.region, region) > alreadyMarked))
      return [...now, ...fresh].slice(0, limits.redactionRegions)
    })
  }
  const change = (id: number, changed: (region: Region) => Region) =>
    setMarked((now) => now.map((one) => (one.id === id ? { id, region: changed(one.region) } : one)))
  /** The next one is selected. */
  const remove = (id: number): number | undefined => {
    const index = marked.findIndex((one) => one.id === id)
    const next = (marked[index + 1] ?? marked[index - 1])?.id
    setMarked((now) => now.filter((one) => one.id !== id))
    setSelectedId(next)
    return next
  }
  return { marked, selected, full, add, propose, change, remove, select: setSelectedId }
}
