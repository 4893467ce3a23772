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
  const open = [tiff.first]
  const gps: number[] = []
  let entries = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const directory = found.has(at) ? undefined : readDirectory(tiff, at)
    if (!directory) continue
    entries += directory.entries.length
    if (entries > maxEntries) return undefined
    found.set(at, [{ start: at, end: directory.end }])
    open.push(directory.next)
    for (const entry of directory.entries.filter(({ tag }) => pointers.has(tag))) {
      const list = entry.tag === pointerTags.gps ? gps : open
      list.push(pointerOf(tiff, entry))
    }
  }
  for (const at of gps) if (!found.has(at)) found.set(at, wholeDirectory(tiff, at))
  return [...found.values()].flat()
}

function wholeDirectory(tiff: Tiff, at: number): Range[] {
  const directory = readDirectory(tiff, at)
  if (!directory) return []
  const values = directory.entries.slice(0, maxEntries).flatMap(({ value }) => value ?? [])
  return [{ start: at, end: directory.end }, ...values]
}

/** Whether a value that is not in its entry reaches into one of the ranges. */
export const reachesInto = (structure: readonly Range[], { start, end }: Range): boolean =>
  structure.some((range) => start < range.end && end > range.start)
