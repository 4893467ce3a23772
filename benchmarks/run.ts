import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machine } from './support/machine.ts'
import { markdownTable, type Scenario } from './support/table.ts'

const scenarios: Readonly<Record<string, () => Promise<{ run: Scenario }>>> = {
  'upload-batch': () => import('./upload-batch.ts'),
  'public-feed': () => import('./public-feed.ts'),
  previews: () => import('./previews.ts'),
  'moderation-list': () => import('./moderation-list.ts'),
  start: () => import('./start.ts'),
  replicas: () => import('./replicas.ts'),
  capacity: () => import('./capacity.ts'),
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' } },
})
const names = positionals.length > 0 ? positionals : Object.keys(scenarios)
for (const name of names) {
  const load = scenarios[name]
  if (load === undefined) {
    console.error(`There is no scenario ${name}; there are ${Object.keys(scenarios).join(', ')}`)
    process.exit(2)
  }
  const { run } = await load()
  const tables = await run({ rounds: Number(values.rounds) })
  const text = [`# ${name}`, machine(), ...tables.map(markdownTable), ''].join('\n\n')
  console.log(text)
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.md`), text)
}
