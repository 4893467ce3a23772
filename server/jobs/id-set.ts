export interface IdSet {
  add(id: number): void
  has(id: number): boolean
}

/** Ids of rows, a bit each: a million take 125 KB. */
export function createIdSet(): IdSet {
  let bits = new Uint8Array(1_024)
  return {
    add(id) {
      const at = Math.floor(id / 8)
      if (at >= bits.length) {
        const grown = new Uint8Array(2 * at)
        grown.set(bits)
        bits = grown
      }
      bits[at] = (bits[at] ?? 0) | (1 << (id % 8))
    },
    has: (id) => ((bits[Math.floor(id / 8)] ?? 0) & (1 << (id % 8))) !== 0,
  }
}
