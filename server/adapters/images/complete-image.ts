import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { writeWithEnd } from './metadata/repair-end.ts'

interface Truncated {
  readonly source: string
  readonly metadata: Metadata
}

interface Means {
  /** Where a copy of the image may be written. */
  readonly scratch: string
  readonly options: SharpOptions
}

/** How much of a truncated image must be present. */
const leastShare = 0.99

/** A file with the image that decoders take as a whole; undefined when more than its last rows is missing. */
export async function completed(
  { source, metadata }: Truncated,
  { scratch, options }: Means,
): Promise<string | undefined> {
  const rows = Math.max(1, Math.floor(metadata.height * leastShare))
  const upper = (path: string) => upperRows(path, { options, width: metadata.width, rows })
  if (metadata.format === 'webp') return completedWebp(source, { scratch, upper })
  const whole = writeWithEnd(source, scratch) ? scratch : source
  return (await upper(whole)) && whole
}

/**
 * The decoder of WebP takes no half file. What is missing is made up, in two ways: rows that are the same in both do not
 * depend on it.
 */
async function completedWebp(
  source: string,
  { scratch, upper }: { scratch: string; upper: (path: string) => Promise<Buffer | undefined> },
): Promise<string | undefined> {
  let before: Buffer | undefined
  for (const filling of [0, 0x55, 0xaa, 0xff]) {
    if (!writeWithEnd(source, scratch, filling)) return undefined
    const rows = await upper(scratch)
    if (rows && before?.equals(rows)) return scratch
    before = rows ?? before
  }
  return undefined
}

/** Decodes all but the last rows, and nothing of them; undefined when they cannot be decoded. */
async function upperRows(
  source: string,
  { options, width, rows }: { options: SharpOptions; width: number; rows: number },
): Promise<Buffer | undefined> {
  try {
    return await sharp(source, options)
      .extract({ left: 0, top: 0, width, height: rows })
      .resize({ width: 256, height: Math.min(rows, 1024), fit: 'fill', kernel: 'nearest' })
      .raw()
      .toBuffer()
  } catch {
    return undefined
  }
}
