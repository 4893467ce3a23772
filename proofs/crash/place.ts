import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { query, type Row } from '#proofs/query.ts'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import { createS3Client } from '#server/adapters/files/s3-client.ts'
import type { Database } from '#server/ports/deps.ts'
import { bucketVariables, newBucket } from '#tests/support/servers/buckets.ts'
import { newDatabase, onConnectionLost } from '#tests/support/servers/databases.ts'
import { startPostgres } from '#tests/support/servers/postgres-server.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'

/** The rows and files of a service that is killed and started again. */
export interface Place extends AsyncDisposable {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  /** The rows, read beside the running service. */
  open(): Promise<Database>
  query(sql: string): Promise<Row[]>
  /** `upload/<name>` and `previews/<name>` of all stored files. */
  files(): Promise<string[]>
  /** Lets the time pass after which other replicas take over from a crashed one. */
  letTimePass(): Promise<void>
}

const folders = ['upload', 'previews']

/** Rows and files in one folder. */
export async function onMachine(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'werkschau-crash-'))
  const path = join(dataDir, 'werkschau.db')
  return {
    dataDir,
    env: { DATA_DIR: dataDir },
    open: () => openDatabase(openSqlite(path)),
    query: (sql) => query({ file: path }, sql),
    async files() {
      const names = await Promise.all(folders.map((folder) => readdir(join(dataDir, folder))))
      return names.flatMap((each, index) => each.map((name) => `${folders[index]}/${name}`))
    },
    letTimePass: async () => undefined,
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** Rows in PostgreSQL, files in a bucket; both servers are this place's own. */
export async function onServers(): Promise<Place> {
  await using opened = new AsyncDisposableStack()
  const database = await startPostgres()
  opened.defer(database.stop)
  const s3 = await startS3()
  opened.defer(s3.stop)
  const { url } = opened.use(await newDatabase(database.address))
  const bucket = await newBucket(s3.address)
  const client = createS3Client(bucket)
  opened.defer(() => client.destroy())
  const dataDir = await mkdtemp(join(tmpdir(), 'werkschau-crash-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))

  const ask = (sql: string) => query({ url, file: '' }, sql)
  const all = opened.move()
  return {
    dataDir,
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      ADMIN_SESSION_SECRET: 'secret of the crash proof',
      ...bucketVariables(bucket),
    },
    open: () => openDatabase(openPostgres(url, { onConnectionLost })),
    query: ask,
    async files() {
      const names: string[] = []
      let token: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket: bucket.bucket, ContinuationToken: token }))
        const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
        // The ledger is there, too.
        names.push(...keys.filter((key) => folders.some((folder) => key.startsWith(`${folder}/`))))
        token = page.NextContinuationToken
      } while (token !== undefined)
      return names
    },
    async letTimePass() {
      await ask(`update file_removals set due_at = '2000-01-01T00:00:00.000Z' where due_at <> 'held'`)
      await ask(`update jobs set lease_until = '2000-01-01T00:00:00.000Z' where lease_until is not null`)
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
