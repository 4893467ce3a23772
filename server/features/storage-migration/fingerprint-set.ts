import { hash, randomUUID } from 'node:crypto'

/**
 * Texts that were there, 64 bits of each: a million take 45 MB. Two texts with the same bits count as one: among a million
 * texts that happens to one set in 40 million, and not again to the next set, whose salt is another.
 */
export class FingerprintSet {
  readonly #salt = randomUUID()
  readonly #known = new Set<bigint>()

  /** Returns false when the text was there. */
  add(text: string): boolean {
    const { size } = this.#known
    this.#known.add(hash('sha1', this.#salt + text, 'buffer').readBigUInt64LE())
    return this.#known.size > size
  }
}
