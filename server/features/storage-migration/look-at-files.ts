import { buffer } from 'node:stream/consumers'
import type { Deps } from '#server/deps.ts'
import type { ArchivedGroup } from '#server/ports/group-archive.ts'

/** What is in the file store for an image of the archive. */
export interface FoundFile {
  /** Bytes; 0 where it is missing. */
  readonly size: number
  /** false: its bytes are no image of an accepted type (D9). */
  readonly isAccepted: boolean
}

type FileDeps = Pick<Deps, 'files' | 'createHeadReader'>

/** Enough for every signature. */
const headBytes = 64
const atOnce = 50

/** Looks at the files of all images, in the order of the archive. */
export async function lookAtFiles(deps: FileDeps, groups: readonly ArchivedGroup[]): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const names = groups.flatMap(({ images }) => images.map(({ storedName }) => storedName))
  // Together, because a bucket takes its time for each.
  for (let start = 0; start < names.length; start += atOnce) {
    found.push(...(await Promise.all(names.slice(start, start + atOnce).map((name) => lookAtFile(deps, name)))))
  }
  return found
}

async function lookAtFile({ files, createHeadReader }: FileDeps, name: string): Promise<FoundFile> {
  const file = await files.open('original', name)
  if (file === undefined || file.size === 0) return { size: 0, isAccepted: true }
  const head = createHeadReader()(await buffer(file.read({ start: 0, end: Math.min(headBytes, file.size) - 1 })))
  return { size: file.size, isAccepted: head.kind === 'image' }
}
