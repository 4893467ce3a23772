import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bucket } from '#server/adapters/files/s3-client.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { bucketVariables, newBucket } from '#tests/support/servers/buckets.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startLoadBalancer } from '#tests/support/servers/load-balancer.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/servers/proxies/tcp-proxy.ts'
import type { S3Server } from '#tests/support/servers/s3-server.ts'
import { type ServiceProcess, startProcess } from '#tests/support/servers/start-process.ts'

export interface Replica {
  readonly url: string
  readonly dataDir: string
  start(): Promise<void>
  stop(signal: NodeJS.Signals): Promise<void>
}

/** Two replicas behind a load balancer, on parts that can be made to fail. */
export interface World extends AsyncDisposable {
  readonly url: string
  readonly replicas: readonly [Replica, Replica]
  /** A direct connection past all proxies, for the oracle. */
  readonly databaseUrl: string
  readonly bucket: Bucket & { readonly endpoint: string }
  /** Between the replicas and the servers. */
  readonly database: TcpProxy
  readonly files: TcpProxy
  readonly messenger: BotApi
  /** Unexpected ends of replicas, with the error that they logged. */
  readonly crashes: string[]
}

export interface Parts {
  readonly databaseUrl: string
  readonly s3: S3Server
}

async function behindProxy(address: string): Promise<{ proxy: TcpProxy; address: string }> {
  const url = new URL(address)
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  return { proxy, address: url.href }
}

/** A replica that has not been started yet. An unexpected end is recorded in `crashes`. */
function replicaAt(url: string, { env, crashes }: { env: Record<string, string>; crashes: string[] }) {
  let running: ServiceProcess | undefined
  let asked = false
  return {
    url,
    async start() {
      asked = false
      running = await startProcess(env)
      let fatal = ''
      running.child.stdout?.on('data', (lines) => {
        for (const line of String(lines).split('\n')) if (line.startsWith('{"level":60')) fatal += line
      })
      running.child.once('exit', (code, signal) => {
        if (!asked) crashes.push(`A replica ended by itself with ${signal ?? code}: ${fatal}`)
      })
    },
    async stop(signal: NodeJS.Signals) {
      asked = true
      await running?.stop(signal)
    },
  }
}

/** Assembles the parts without starting the replicas. */
export async function buildWorld({ databaseUrl, s3 }: Parts): Promise<World> {
  await using built = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-chaos-'))
  built.defer(() => rm(folder, { recursive: true, force: true }))
  const bucket = await newBucket(s3)
  const files = await behindProxy(bucket.endpoint)
  built.use(files.proxy)
  const database = await behindProxy(databaseUrl)
  built.use(database.proxy)
  const messenger = built.use(await startBotApi())
  const ports = [await freePort(), await freePort()] as const
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    DATABASE_URL: database.address,
    ADMIN_SESSION_SECRET: 'the secret of the chaos, shared by both replicas',
    ...bucketVariables({ ...bucket, endpoint: files.address }),
    ...messenger.env,
    MESSENGER_LANGUAGE: 'en',
    TRUST_PROXY_HOPS: '1',
    MANAGEMENT_RATE_LIMIT: '1000000',
    UPLOAD_RATE_LIMIT: '1000000',
  }
  const crashes: string[] = []
  const newReplica = (port: number): Replica => {
    const dataDir = join(folder, String(port))
    const replica = replicaAt(`http://127.0.0.1:${port}`, {
      env: { ...env, PORT: String(port), DATA_DIR: dataDir },
      crashes,
    })
    built.defer(() => replica.stop('SIGKILL'))
    return { ...replica, dataDir }
  }
  const replicas = [newReplica(ports[0]), newReplica(ports[1])] as const
  const balancer = built.use(await startLoadBalancer(ports))
  const all = built.move()
  return {
    url: balancer.url,
    replicas,
    databaseUrl,
    bucket,
    database: database.proxy,
    files: files.proxy,
    messenger,
    crashes,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
