import { parseArgs } from 'node:util'
import type { Proof, ProofLine } from './proof.ts'
import { proofTable } from './proof-table.ts'

/** `npm run proof -- <name>`: one file per proof, named like it. */
const proofs: Readonly<Record<string, () => Promise<{ prove: Proof }>>> = {
  crash: () => import('./crash.ts'),
  abuse: () => import('./abuse.ts'),
  model: () => import('./model.ts'),
  load: () => import('./load.ts'),
  images: () => import('./images.ts'),
}

const usage = `npm run proof -- <${Object.keys(proofs).join(' | ')}> [--runs N] [--seconds N] [--seed N] [--on machine|servers] [--photos DIR]`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    on: { type: 'string', default: 'machine' },
    photos: { type: 'string' },
  },
})
const counts = [values.runs, values.seconds, values.seed].map((value) =>
  value === undefined ? undefined : Number(value),
)
const known = positionals.length > 0 && positionals.every((name) => name in proofs)
const places = ['machine', 'servers'] as const
const on = places.find((place) => place === values.on)
if (!known || on === undefined || counts.some((count) => count !== undefined && !Number.isSafeInteger(count))) {
  console.error(usage)
  process.exit(2)
}

const [runs, seconds, seed = 1] = counts
const lines: ProofLine[] = []
for (const name of positionals) {
  const { prove } = (await proofs[name]?.()) ?? {}
  lines.push(...((await prove?.({ seed, runs, seconds, on, photos: values.photos })) ?? []))
}
for (const { what, found } of lines) for (const each of found) console.log(`\n${what}: ${each}`)
console.log(`\n${proofTable(lines)}\n\nSeed ${seed}.`)
process.exit(lines.some(({ found }) => found.length > 0) ? 1 : 0)
