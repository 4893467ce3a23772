import type { Range } from './pieces.ts'

/** A part of a movie in the ISO base media file format (MP4, QuickTime). */
export interface Box extends Range {
  readonly type: string
  /** Where its content begins. */
  readonly content: number
}

/** The box at an offset of the head given, which has at least 16 bytes or reaches to the end; undefined where there is none. */
export function readBox(head: Buffer, { at, limit }: { at: number; limit: number }): Box | undefined {
  if (head.length < 8) return undefined
  const type = head.toString('latin1', 4, 8)
  if (!/^[\w ©-]{4}$/.test(type)) return undefined
  const short = head.readUInt32BE()
  if (short === 1 && head.length < 16) return undefined
  const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? limit - at : short
  const content = at + (short === 1 ? 16 : 8)
  return content <= at + length && at + length <= limit ? { type, start: at, content, end: at + length } : undefined
}

/** The boxes inside a range, without a gap; undefined when it holds anything else. */
export function boxesIn(bytes: Buffer, { start, end }: Range): Box[] | undefined {
  const boxes: Box[] = []
  for (let at = start; at < end; ) {
    const box = readBox(bytes.subarray(at, Math.min(end, at + 16)), { at, limit: end })
    if (!box) return undefined
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** The box behind a path of types, each the first of its type. */
export function findBox(bytes: Buffer, range: Range, path: readonly string[]): Box | undefined {
  const [type, ...rest] = path
  const box = boxesIn(bytes, range)?.find((each) => each.type === type)
  return box && (rest.length === 0 ? box : findBox(bytes, { start: box.content, end: box.end }, rest))
}
