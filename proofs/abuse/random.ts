/** Random numbers from seeds: the seeds alone reproduce a case, whatever ran before it. */
export interface Random {
  /** 0 to `below` - 1. */
  int(below: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  bytes(length: number): Buffer
}

export function randomFrom(...seeds: readonly (string | number)[]): Random {
  let state = 0x811c9dc5
  for (const byte of Buffer.from(seeds.join('/'))) state = Math.imul(state ^ byte, 0x01000193)
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    chance: (share) => next() < share,
    pick: <T>(from: readonly T[]): T => from[int(from.length)] as T,
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(256))),
  }
}
