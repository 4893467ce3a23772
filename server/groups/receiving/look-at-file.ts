import { buffer } from 'node:stream/consumers'
import type { Deps } from '#server/ports/deps.ts'

/** What is in the file store for an original. */
export interface FoundFile {
  /** Bytes; 0 where it is missing. */
  readonly size: number
  /** false: its bytes are no image of an accepted type (D9). */
  readonly isAccepted: boolean
}

/** Enough for every signature. */
const headBytes = 64

export async function lookAtFile(
  { files, createHeadReader }: Pick<Deps, 'files' | 'createHeadReader'>,
  name: string,
): Promise<FoundFile> {
  const file = await files.open('original', name)
  if (file === undefined || file.size === 0) return { size: 0, isAccepted: true }
  const head = createHeadReader()(await buffer(file.read({ start: 0, end: Math.min(headBytes, file.size) - 1 })))
  return { size: file.size, isAccepted: head.kind === 'image' }
}
