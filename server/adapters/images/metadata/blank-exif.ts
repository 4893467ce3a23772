import {
  entryLength,
  openTiff,
  pointerOf,
  readDirectory,
  type Tiff,
  type TiffDirectory,
  type TiffEntry,
} from './tiff.ts'

const tags = { orientation: 0x0112, subDirectories: 0x014a, exif: 0x8769, gps: 0x8825, interoperability: 0xa005 }

/** More entries than the EXIF of any camera has; a block with more was made to be slow to read. */
const maxEntries = 5_000

/**
 * Overwrites the GPS directories of an EXIF block, their values and the entries that point to them; all else keeps its
 * place. A block whose GPS data cannot be followed safely loses everything but the orientation (D12). Says whether
 * anything was overwritten.
 */
export function blankExifLocation(block: Buffer): boolean {
  const tiff = openTiff(block)
  if (!tiff) return false
  const directories = findDirectories(tiff)
  if (!directories) return blankAllButOrientation(tiff)
  const references = directories.flatMap((parent) =>
    parent.entries
      .filter(({ tag }) => tag === tags.gps)
      .map((entry) => ({ parent, entry, at: pointerOf(tiff, entry) })),
  )
  // A pointer to nowhere or to a directory that has another role: there is no GPS directory, and nothing to remove.
  const others = new Set(directories.map(({ at }) => at))
  const real = references.filter(({ entry, at }) => at >= 8 && !others.has(at) && entry.count > 0)
  const found = real.map((reference) => ({ ...reference, gps: readDirectory(tiff, reference.at) }))
  const filled = found.filter(({ gps }) => gps?.entries.length !== 0)
  if (filled.length === 0) return false
  for (const { gps } of filled) if (!gps || !isSafe(gps)) return blankAllButOrientation(tiff)
  for (const { gps } of filled) if (gps) blankDirectory(tiff, gps)
  for (const parent of new Set(filled.map((reference) => reference.parent))) {
    dropEntries(tiff, parent, new Set(filled.map(({ entry }) => entry)))
  }
  return true
}

/** Every directory but those for GPS; undefined when there are more entries than can be honest. */
function findDirectories(tiff: Tiff): TiffDirectory[] | undefined {
  const found = new Map<number, TiffDirectory>()
  const open = [tiff.first]
  let entries = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const directory = found.has(at) ? undefined : readDirectory(tiff, at)
    if (!directory) continue
    found.set(at, directory)
    entries += directory.entries.length
    if (entries > maxEntries) return undefined
    open.push(directory.next, ...directory.entries.flatMap((entry) => directoriesBehind(tiff, entry)))
  }
  return [...found.values()]
}

function directoriesBehind(tiff: Tiff, entry: TiffEntry): number[] {
  if (entry.tag === tags.exif || entry.tag === tags.interoperability) return [pointerOf(tiff, entry)]
  if (entry.tag !== tags.subDirectories || !entry.value) return []
  const { start, end } = entry.value
  return Array.from({ length: Math.min(16, Math.floor((end - start) / 4)) }, (_, index) => tiff.u32(start + index * 4))
}

/** All of its values can be found. */
const isSafe = (gps: TiffDirectory): boolean =>
  !gps.truncated && gps.entries.every(({ value, count }) => value !== undefined || count === 0)

function blankDirectory({ bytes }: Tiff, gps: TiffDirectory): void {
  for (const { value } of gps.entries) if (value) bytes.fill(0, value.start, value.end)
  bytes.fill(0, gps.at, gps.end)
}

/** Closes the gaps, as readers expect, and leaves zeros at the end. */
function dropEntries(tiff: Tiff, directory: TiffDirectory, dropped: ReadonlySet<TiffEntry>): void {
  const { bytes, put16 } = tiff
  const kept = directory.entries.filter((entry) => !dropped.has(entry))
  const rest = [...kept.map(({ at }) => [at, at + entryLength] as const), [directory.end, directory.end + 4] as const]
  const moved = Buffer.concat(rest.map(([start, end]) => bytes.subarray(start, end)))
  // A damaged block may end before the offset of the next directory.
  bytes.fill(0, directory.at, Math.min(directory.end + 4, bytes.length))
  put16(directory.at, kept.length)
  moved.copy(bytes, directory.at + 2)
}

/** Without its orientation the picture would be shown lying on its side. */
function blankAllButOrientation(tiff: Tiff): true {
  const { bytes, put16, put32 } = tiff
  const first = readDirectory(tiff, tiff.first)
  const entry = first?.entries.find(({ tag, value }) => tag === tags.orientation && value)
  const orientation = entry ? tiff.u16(entry.at + 8) : 1
  bytes.fill(0, 4)
  if (bytes.length < 26) return true
  put32(4, 8)
  put16(8, 1)
  put16(10, tags.orientation)
  put16(12, 3)
  put32(14, 1)
  put16(18, orientation)
  return true
}
