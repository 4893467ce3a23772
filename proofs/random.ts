/** Reproducible random numbers from a seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number
  pick<T>(values: readonly T[]): T
  chance(share: number): boolean
  shuffled<T>(values: readonly T[]): T[]
  bytes(length: number): Buffer
}

/** One seed of several: they alone reproduce a case, whatever ran before it. */
const mixed = (seeds: readonly (string | number)[]): number =>
  Buffer.from(seeds.join('/')).reduce((state, byte) => Math.imul(state ^ byte, 0x01000193), 0x811c9dc5)

/** Mulberry32: good enough for choices, in five lines. */
export function seededRandom(seed: number, ...more: readonly (string | number)[]): Random {
  let state = (more.length === 0 ? seed : mixed([seed, ...more])) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick<T>(values: readonly T[]): T {
      if (values.length === 0) throw new Error('There is nothing to pick from')
      return values[below(values.length)] as T
    },
    chance: (share) => next() < share,
    shuffled<T>(values: readonly T[]): T[] {
      const keys = new Map(values.map((value) => [value, next()]))
      return [...values].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  }
}

/** An IPv4 address out of 2^24, so that limits by address do not apply. */
export const someAddress = (random: Random): string =>
  `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
