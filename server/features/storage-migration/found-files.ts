import { type FoundFile, lookAtFile } from '#server/groups/receiving/look-at-file.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ArchivedGroup } from '#server/ports/group-archive.ts'

/** What was found of very many files, 8 bytes each. */
export class FoundFiles {
  /** Negative: its bytes are no image. */
  #sizes = new Float64Array(1_024)
  #count = 0

  get count(): number {
    return this.#count
  }

  add(files: readonly FoundFile[]): void {
    if (this.#count + files.length > this.#sizes.length) this.#grow(files.length)
    for (const { size, isAccepted } of files) this.#sizes[this.#count++] = isAccepted ? size : -size
  }

  slice(from: number, to: number): FoundFile[] {
    return Array.from(this.#sizes.subarray(from, to), (size) => ({ size: Math.abs(size), isAccepted: size >= 0 }))
  }

  #grow(more: number): void {
    const grown = new Float64Array(2 * this.#sizes.length + more)
    grown.set(this.#sizes)
    this.#sizes = grown
  }
}

const atOnce = 50

/** Looks at the files of all images, in the order of the archive. */
export async function lookAtFiles(
  deps: Pick<Deps, 'files' | 'createHeadReader'>,
  groups: readonly ArchivedGroup[],
): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const names = groups.flatMap(({ images }) => images.map(({ storedName }) => storedName))
  // Together, because a bucket takes its time for each.
  for (let start = 0; start < names.length; start += atOnce) {
    found.push(...(await Promise.all(names.slice(start, start + atOnce).map((name) => lookAtFile(deps, name)))))
  }
  return found
}
