import type { ProofLine } from '#proofs/proof.ts'

/** Counts the attempts of one kind of attack and its findings, each kind once with its number. */
export interface Tally {
  attempt(): void
  /** `kind` is what is wrong, `how` is how to reproduce it. */
  found(kind: string, how: string): void
  line(note?: string): ProofLine
}

export function newTally(what: string): Tally {
  const findings = new Map<string, { how: string; times: number }>()
  let attempts = 0
  let failed = 0
  return {
    attempt() {
      attempts += 1
    },
    found(kind, how) {
      failed += 1
      const known = findings.get(kind)
      if (known) known.times += 1
      else findings.set(kind, { how, times: 1 })
    },
    line: (note = '') => ({
      what,
      attempts,
      survived: Math.max(0, attempts - failed),
      found: [...findings].map(([kind, { how, times }]) => `${kind} (${times}×): ${how}`),
      note,
    }),
  }
}
