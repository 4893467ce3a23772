import type { ProofLine } from '#proofs/proof.ts'

/** Counts the attempts of one kind of attack and its findings, each kind once with its number. */
export interface Ledger {
  attempt(): void
  /** `kind` is what is wrong, `how` is how to reproduce it. */
  found(kind: string, how: string): void
  note(text: string): void
  line(): ProofLine
}

export function openLedger(what: string): Ledger {
  const findings = new Map<string, { how: string; times: number }>()
  let attempts = 0
  let failed = 0
  let said = ''
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
    note(text) {
      said = text
    },
    line: () => ({
      what,
      attempts,
      survived: Math.max(0, attempts - failed),
      found: [...findings].map(([kind, { how, times }]) => `${kind} (${times}×): ${how}`),
      ...(said && { note: said }),
    }),
  }
}
