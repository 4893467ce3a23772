import type { FoundFile } from '#server/groups/receiving/look-at-file.ts'

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
