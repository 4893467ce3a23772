import '#server/start/heap-flags.ts'
import { pino } from 'pino'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openDiskFileStore } from '#server/adapters/files/disk-file-store.ts'
import { createHeadReader } from '#server/adapters/images/image-head.ts'
import { openJsonGroupArchive } from '#server/adapters/json/json-group-archive.ts'
import { openEngine } from '#server/adapters/open/open-engine.ts'
import { readConfig } from '#server/config/config.ts'
import type { Admin } from '#server/domain/caller.ts'
import { MigrationGate } from '#server/features/storage-migration/migration-gate.ts'
import type { Database } from '#server/ports/deps.ts'

/*
 * Migrates or rolls back in a separate process, for tests that kill it. The environment configures it like the
 * service; the arguments are what to do and at which of its steps it kills itself (0: at none). It writes `begun` when it
 * begins and, when it is done, the number of its steps and the most memory it had, in KiB.
 */
const [task, killAt] = process.argv.slice(2)
const config = readConfig(process.env)
const log = pino({ level: 'silent' })
let steps = 0

function step(): void {
  steps++
  if (String(steps) === killAt) process.kill(process.pid, 'SIGKILL')
}

/** Before and after each call of the methods there is a step. */
const watched = <T extends object>(of: T, names: readonly (keyof T)[]): T =>
  new Proxy(of, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || !names.includes(name as keyof T)) return value
      return async (...input: unknown[]) => {
        step()
        const result = await value(...input)
        step()
        return result
      }
    },
  })

const stored = await openDatabase(await openEngine(config, log))
const database: Database = {
  ...stored,
  transaction: (run) =>
    stored.transaction((tx) =>
      run({ ...tx, transfer: watched(tx.transfer, ['lockAll', 'after', 'insert', 'removeAll']) }),
    ),
}
const json = watched(openJsonGroupArchive(config.dataDir, systemClock), ['read', 'archiveFile', 'remove'])
const gate = new MigrationGate({
  config,
  log,
  clock: systemClock,
  createHeadReader,
  database: watched(database, ['transaction']),
  files: await openDiskFileStore(config.dataDir),
  archive: { ...json, write: async (...input) => watched(await json.write(...input), ['publish']) },
})
process.stdout.write('begun\n')
const requested = { by: {} as Admin, database }
if (task === 'rollback') await gate.rollback(requested)
else await gate.migrate(requested)
process.stdout.write(`${steps}\n${process.resourceUsage().maxRSS}\n`)
await stored[Symbol.asyncDispose]()
