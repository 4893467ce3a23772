import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machine } from './support/machine.ts'
import { type Goal, goalTable, markdownTable, type Scenario } from './support/table.ts'

const scenarios: Readonly<Record<string, () => Promise<{ run: Scenario }>>> = {
  'upload-batch': () => import('./upload-batch.ts'),
  'public-feed': () => import('./public-feed.ts'),
  'exhibitions-feed': () => import('./exhibitions-feed.ts'),
  gallery: () => import('./gallery.ts'),
  previews: () => import('./previews.ts'),
  'image-analysis': () => import('./image-analysis.ts'),
  'preview-process': () => import('./preview-process.ts'),
  'moderation-list': () => import('./moderation-list.ts'),
  start: () => import('./start.ts'),
  replicas: () => import('./replicas.ts'),
  'large-feed': () => import('./large-feed.ts'),
  changes: () => import('./changes.ts'),
  capacity: () => import('./capacity.ts'),
  'bad-network': () => import('./bad-network.ts'),
  'fast-line': () => import('./fast-line.ts'),
  stalls: () => import('./stalls.ts'),
  million: () => import('./million.ts'),
  'slideshow-frames': () => import('./slideshow-frames.ts'),
  'press-archive': () => import('./press-archive.ts'),
  search: () => import('./search.ts'),
}

/** The scenarios with goals; two rounds of them take a quarter of an hour. */
const withGoals = ['upload-batch', 'public-feed', 'previews', 'start', 'changes']

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    save: { type: 'string' },
    against: { type: 'string' },
    small: { type: 'boolean', default: false },
  },
})
const isAll = positionals.length === 0 || positionals.includes('all')
const names = isAll ? withGoals : positionals
const { small: isSmall } = values
const rounds = Number(values.rounds ?? (isSmall ? 1 : isAll ? 2 : 3))
const folder = join(import.meta.dirname, 'results')
const goals: Goal[] = []

function keep(name: string, tables: Parameters<typeof markdownTable>[0][]): void {
  const text = [`# ${name}`, machine(), ...tables.map(markdownTable), ''].join('\n\n')
  console.log(text)
  if (isSmall) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.md`), text)
}

for (const name of names) {
  const load = scenarios[name]
  if (load === undefined) {
    console.error(`Unknown scenario ${name}; use one of ${Object.keys(scenarios).join(', ')}`)
    process.exit(2)
  }
  const { run } = await load()
  const tables = await run({ rounds, isSmall })
  keep(name, [...tables])
  goals.push(...tables.flatMap((table) => table.goals ?? []))
}
const earlier = values.against && (JSON.parse(readFileSync(values.against, 'utf8')) as Goal[])
const reached = goalTable(goals, earlier || undefined)
if (values.save) writeFileSync(values.save, JSON.stringify(goals, undefined, 2))
if (isAll) keep('goals', [reached])
else if (goals.length > 0) console.log(markdownTable(reached))
