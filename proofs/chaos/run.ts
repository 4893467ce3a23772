import { parseArgs } from 'node:util'
import { seededRandom } from '#proofs/random.ts'
import { startOwnPostgres } from '#tests/support/servers/postgres-server.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'
import { chaosTable } from './chaos-table.ts'
import { allFaults } from './faults.ts'
import { runChaos } from './run-chaos.ts'
import { buildWorld } from './world.ts'

/** `npm run chaos`: every fault once, in an order set by the seed, and again until the minutes are over. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
})
const [minutes, seed, seconds] = [values.minutes, values.seed, values.seconds].map(Number) as [number, number, number]
if (![minutes, seed, seconds].every((value) => value >= 0)) {
  console.error(`npm run chaos -- [--minutes N] [--seed N] [--seconds N] [--only ${Object.keys(allFaults).join(',')}]`)
  process.exit(2)
}

const pause = 10
const random = seededRandom(seed)
const chosen = values.only?.split(',') ?? Object.keys(allFaults)
const round = () => random.shuffled(chosen).flatMap((name) => allFaults[name] ?? [])
const faults = round()
while (faults.length > 0 && faults.length * (seconds + pause) < minutes * 60) faults.push(...round())

const broken = await run()
console.log(`Seed ${seed}. ${broken === 0 ? 'No rule was broken.' : `A rule was broken ${broken} times.`}`)
process.exit(broken === 0 ? 0 : 1)

/** Returns how many times a rule was broken. */
async function run(): Promise<number> {
  await using started = new AsyncDisposableStack()
  const [server, s3] = await Promise.all([startOwnPostgres(), startS3()])
  started.defer(server.stop)
  started.defer(s3.stop)
  const world = started.use(await buildWorld({ databaseUrl: server.address, s3: s3.address }))
  const { record, broken, checked } = await runChaos({
    world,
    server,
    faults,
    seed,
    seconds,
    visitors: 2,
    pause,
    log: console.log,
  })
  console.log(`\n${checked.map((each) => `- ${each}`).join('\n')}\n`)
  for (const each of broken.slice(0, 50)) console.log(`BROKEN: ${each}`)
  console.log(`${chaosTable(record)}\n`)
  return broken.length
}
