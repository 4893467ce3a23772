import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'
import { bucketVariables, newBucket } from './buckets.ts'
import { type DatabaseServer, newDatabase } from './databases.ts'
import type { S3Server } from './s3-server.ts'

export interface Replicas extends AsyncDisposable {
  readonly first: TestApp
  readonly second: TestApp
}

interface Servers {
  readonly database: DatabaseServer
  readonly bucket: S3Server | undefined
}

/** Two replicas of the service on one database and one folder, or one bucket with a folder for each. */
export async function startReplicasOn(
  { database: server, bucket: s3 }: Servers,
  { env = {}, ...options }: StartOptions = {},
): Promise<Replicas> {
  await using started = new AsyncDisposableStack()
  const database = started.use(await newDatabase(server))
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-replicas-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const variables = {
    DATABASE_URL: database.url,
    ADMIN_SESSION_SECRET: 'secret of the replicas',
    ...(s3 && bucketVariables(await newBucket(s3))),
    ...env,
  }
  const start = (dataDir: string) => startApp({ ...options, env: variables, dataDir })
  const [first, second] = await Promise.all(
    s3 ? [start(join(folder, 'first')), start(join(folder, 'second'))] : [start(folder), start(folder)],
  )
  started.use(first)
  started.use(second)
  const all = started.move()
  return { first, second, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
