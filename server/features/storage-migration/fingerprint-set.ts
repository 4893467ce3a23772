import { hash, randomUUID } from 'node:crypto'

/** Linear probing stays short up to here. */
const fullest = 0.8

/**
 * Texts that were there, 64 bits of each: a million take 17 MB at most. Two texts with the same bits count as one: among
 * a million texts that happens to one set in 40 million, and not again to the next set, whose salt is another.
 */
export class FingerprintSet {
  readonly #salt = randomUUID()
  /** 0: free. Their number is a power of two. */
  #slots = new BigUint64Array(1_024)
  #size = 0

  /** Returns false when the text was there. */
  add(text: string): boolean {
    const fingerprint = this.#fingerprintOf(text)
    const slot = this.#slotOf(fingerprint)
    if (this.#slots[slot] === fingerprint) return false
    this.#slots[slot] = fingerprint
    this.#size++
    if (this.#size > this.#slots.length * fullest) this.#grow()
    return true
  }

  #fingerprintOf(text: string): bigint {
    return hash('sha1', this.#salt + text, 'buffer').readBigUInt64LE() || 1n
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new BigUint64Array(2 * before.length)
    for (const fingerprint of before) if (fingerprint !== 0n) this.#slots[this.#slotOf(fingerprint)] = fingerprint
  }

  /** Where the fingerprint is, or would be. */
  #slotOf(fingerprint: bigint): number {
    const last = this.#slots.length - 1
    let slot = Number(fingerprint & BigInt(last))
    while (this.#slots[slot] !== 0n && this.#slots[slot] !== fingerprint) slot = (slot + 1) & last
    return slot
  }
}
