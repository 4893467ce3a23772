import { join } from 'node:path'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { bucketVariables, newBucket } from '#tests/support/servers/buckets.ts'
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

/** Replicas on PostgreSQL and S3 behind haproxy, all on this machine. */
export async function startScaledOut(groups: number, replicas = 2): Promise<Form> {
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
  const services = await Promise.all(Array.from({ length: replicas }, () => startService(env)))
  for (const service of services) started.use(service)
  const balancer = started.use(await startLoadBalancer(services.map(({ url }) => Number(new URL(url).port))))
  const all = started.move()
  return {
    name: `${replicas} replicas, PostgreSQL, S3`,
    url: balancer.url,
    databaseUrl: database.address,
    parts: {
      service: services.map(({ pid }) => pid),
      PostgreSQL: [database.pid()],
      S3: s3.pids(),
      haproxy: [balancer.pid],
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
