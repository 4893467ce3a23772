import { pointerTags } from './exif-tags.ts'
import type { Range } from './pieces.ts'
import { pointerOf, readDirectory, type Tiff } from './tiff.ts'

/** More entries than the EXIF of any camera has; a block with more was made to be slow to read. */
const maxEntries = 2_000

const pointers = new Set<number>(Object.values(pointerTags))

/**
 * Where directories are, and the values of those for GPS: no other value may reach in there, so that none brings along
 * what goes. undefined when there are more entries than can be honest.
 */
export function structureOf(tiff: Tiff): readonly Range[] | undefined {
  const found = new Map<number, Range[]>()
  const open = [{ at: tiff.first, isGps: false }]
  let entries = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { at, isGps } = next
    const directory = found.has(at) && !isGps ? undefined : readDirectory(tiff, at)
    if (!directory) continue
    entries += directory.entries.length + 1
    if (entries > maxEntries) return undefined
    const values = isGps ? directory.entries.flatMap(({ value }) => value ?? []) : []
    found.set(at, [{ start: at, end: directory.end }, ...values, ...(found.get(at) ?? [])])
    if (isGps) continue
    open.push({ at: directory.next, isGps: false })
    for (const entry of directory.entries.filter(({ tag }) => pointers.has(tag))) {
      open.push({ at: pointerOf(tiff, entry), isGps: entry.tag === pointerTags.gps })
    }
  }
  return [...found.values()].flat()
}

/** Whether a value that is not in its entry reaches into one of the ranges. */
export const reachesInto = (structure: readonly Range[], { start, end }: Range): boolean =>
  structure.some((range) => start < range.end && end > range.start)
