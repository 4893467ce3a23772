import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { bucketVariables, newBucket } from '#tests/support/servers/buckets.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startLoadBalancer } from '#tests/support/servers/load-balancer.ts'
import { startOwnPostgres } from '#tests/support/servers/postgres-server.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'
import { newDataDir, startService } from './start-service.ts'

/** A way to run the service, with the processes of each part. */
export interface Form extends AsyncDisposable {
  readonly name: string
  readonly url: string
  readonly parts: Readonly<Record<string, readonly number[]>>
  /** The address of its rows, past the service; only with a database server. */
  readonly databaseUrl?: string
}

async function seed(engine: Engine, groups: number): Promise<void> {
  await using database = await openDatabase(engine)
  await seedGroups(
    database,
    Array.from({ length: groups }, (_, index) => ({ isApproved: true, year: 2000 + (index % 26) })),
  )
}

/** One process with its rows and files in a folder. */
export async function startEmbedded(groups: number): Promise<Form> {
  const dataDir = newDataDir()
  await seed(openSqlite(join(dataDir, 'werkschau.db')), groups)
  const service = await startService({ DATA_DIR: dataDir })
  return {
    name: 'one process, SQLite, disk',
    url: service.url,
    parts: { service: [service.pid] },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

export interface ScaledOut extends Form {
  /** Kills a replica and starts it again at the same address. */
  readonly killReplica: (index: number) => Promise<void>
}

/** Replicas on PostgreSQL and S3 behind haproxy, all on this machine. */
export async function startScaledOut(groups: number, count = 2): Promise<ScaledOut> {
  await using started = new AsyncDisposableStack()
  const database = await startOwnPostgres({ shared_preload_libraries: 'pg_stat_statements' })
  started.defer(database.stop)
  const s3 = await startS3()
  started.defer(s3.stop)
  const bucket = await newBucket(s3.address)
  await seed(openPostgres(database.address, { onConnectionLost: () => undefined }), groups)
  const env = {
    DATABASE_URL: database.address,
    ADMIN_SESSION_SECRET: 'secret of the benchmark',
    MANAGEMENT_RATE_LIMIT: '1000000',
    ...bucketVariables(bucket),
  }
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(env)))
  for (const replica of replicas) started.use(replica)
  const balancer = started.use(await startLoadBalancer(replicas.map(({ port }) => port)))
  const all = started.move()
  return {
    name: `${count} replicas, PostgreSQL, S3`,
    url: balancer.url,
    databaseUrl: database.address,
    parts: {
      service: replicas.map(({ pid }) => pid()),
      PostgreSQL: [database.pid()],
      S3: s3.pids(),
      haproxy: [balancer.pid],
    },
    killReplica: async (index) => replicas[index]?.kill(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

async function startReplica(shared: Readonly<Record<string, string>>) {
  const port = await freePort()
  const dataDir = newDataDir()
  const env = { ...shared, PORT: String(port), DATA_DIR: dataDir }
  let service = await startService(env)
  return {
    port,
    pid: () => service.pid,
    async kill() {
      await service.kill()
      service = await startService(env)
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
