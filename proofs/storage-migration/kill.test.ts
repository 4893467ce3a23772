import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openDiskFileStore } from '#server/adapters/files/disk-file-store.ts'
import { createHeadReader } from '#server/adapters/images/image-head.ts'
import { openJsonGroupArchive } from '#server/adapters/json/json-group-archive.ts'
import { openEngine } from '#server/adapters/open/open-engine.ts'
import { readConfig } from '#server/config/config.ts'
import { MigrationGate } from '#server/features/storage-migration/migration-gate.ts'
import type { WholeGroup } from '#server/ports/group-transfer.ts'
import { jsonFiles, writeGroupsJson } from '#tests/support/installations/archive-files.ts'
import { archivedExhibitions, archivedGroups } from '#tests/support/installations/archived-groups.ts'
import { newDatabase, type TestDatabase } from '#tests/support/servers/databases.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'

/** `npm run prove:migration` kills at 50 points of time, and at every step. */
const points = Number(process.env.KILL_POINTS ?? 5)
const everyStep = points > 5
const server = await sharedService('postgres')
const groups = fc.sample(archivedGroups(150), { numRuns: 12, seed: 42 }).reduce((a, b) => (b.length > a.length ? b : a))

type Task = 'migrate' | 'rollback'

describe.each(server && everyStep ? ['SQLite', 'PostgreSQL'] : ['SQLite'])(
  'a process killed during a migration or rollback on %s',
  (engine) => {
    let dataDir: string
    let database: TestDatabase | undefined
    let env: Record<string, string>
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'werkschau-kill-'))
      database = engine === 'PostgreSQL' && server ? await newDatabase(server) : undefined
      env = {
        DATA_DIR: dataDir,
        KEEP_LOCATION: 'true',
        ...(database && { DATABASE_URL: database.url, ADMIN_SESSION_SECRET: 'secret of the tests' }),
      }
    })
    afterAll(async () => {
      await database?.[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    })

    /** Runs a task in a separate process; returns its steps and milliseconds, undefined when it was killed. */
    async function run(task: Task, { step = 0, afterMs }: { step?: number; afterMs?: number } = {}) {
      const child = spawn(process.execPath, ['proofs/storage-migration/migrating-process.ts', task, String(step)], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(child, 'exit')
      let output = ''
      let begun = 0
      child.stdout.on('data', (text) => {
        output += text
        if (begun > 0) return
        begun = performance.now()
        if (afterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), afterMs)
      })
      const [code, signal] = await exited
      if (signal === 'SIGKILL') return undefined
      expect(code).toBe(0)
      return { steps: Number(output.split('\n')[1]), ms: performance.now() - begun }
    }

    /** Migrates like the next request, and returns the rows. */
    async function recover(): Promise<WholeGroup[]> {
      const config = readConfig({ NODE_ENV: 'test', ...env })
      const log = pino({ level: 'silent' })
      await using database = await openDatabase(await openEngine(config, log))
      const archive = openJsonGroupArchive(dataDir, systemClock)
      const files = await openDiskFileStore(dataDir)
      const gate = new MigrationGate({ config, log, database, archive, files, createHeadReader, clock: systemClock })
      await gate.pass()
      expect(archive.exists()).toBe(false)
      return await database.transaction((tx) => tx.transfer.after(undefined, 1_000))
    }

    it('loses and duplicates nothing', { timeout: 600_000 }, async () => {
      await writeGroupsJson(dataDir, { exhibitions: archivedExhibitions, groups })
      const migration = await run('migrate')
      const before = await recover()
      expect(before).toHaveLength(groups.length)
      const rollback = await run('rollback')
      const whole = { migrate: migration, rollback }
      let migrated = false
      let killed = 0

      async function killAt(task: Task, point: { step?: number; afterMs?: number }) {
        if (task === 'rollback' && !migrated) await recover()
        if (task === 'migrate' && migrated) await run('rollback')
        killed += (await run(task, point)) === undefined ? 1 : 0
        expect(await recover(), `${task} ${JSON.stringify(point)}`).toEqual(before)
        migrated = true
        expect((await jsonFiles(dataDir)).filter((name) => !/backup|tmp/.test(name))).toEqual([])
      }

      for (const task of ['migrate', 'rollback'] as const) {
        const { steps = 0, ms = 0 } = whole[task] ?? {}
        expect(steps).toBeGreaterThan(5)
        const chosen = Array.from({ length: steps }, (_, n) => n + 1)
        for (const step of everyStep ? chosen : [steps - 2, Math.ceil(Math.random() * steps)])
          await killAt(task, { step })
        const times = everyStep ? points / 2 : 0
        for (let n = 0; n < times; n++) await killAt(task, { afterMs: Math.random() * ms })
      }
      expect(killed).toBeGreaterThanOrEqual(4)
    })
  },
)
