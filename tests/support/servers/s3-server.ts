import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { needPrograms } from './debian-programs.ts'
import { freePort, listens } from './free-port.ts'
import type { Service } from './service.ts'

/** An S3 server and its credentials. */
export interface S3Server {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const run = promisify(execFile)
const programs = ['radosgw', 'ceph-mon', 'ceph-osd']
const user = { accessKeyId: 'testkey', secretAccessKey: 'testsecret' }

/**
 * Ceph's gateway over one monitor and one store in memory, all on this machine and empty at every start. Installed from
 * Debian's packages if missing and allowed; else ServiceMissing.
 */
export async function startS3(): Promise<Service<S3Server> & { readonly pids: () => number[] }> {
  await needPrograms('An S3 server', programs)
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-s3-'))
  const monitorPort = await freePort()
  const port = await freePort()
  const running: ChildProcess[] = []
  const stopNow = () => {
    // A graceful stop takes seconds, and there is nothing to save.
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stopNow)
  const cluster = { folder, monitorPort, port, id: randomUUID(), running }
  try {
    await startCluster(cluster)
  } catch (error) {
    const log = existsSync(join(folder, 'out')) ? readFileSync(join(folder, 'out'), 'utf8').slice(-5_000) : ''
    stopNow()
    throw new Error(`The S3 server did not start: ${error}\n${log}`, { cause: error })
  }
  return {
    address: { endpoint: `http://127.0.0.1:${port}`, ...user },
    pids: () => running.flatMap(({ pid, exitCode }) => (pid === undefined || exitCode !== null ? [] : [pid])),
    async stop() {
      process.off('exit', stopNow)
      const ends = running.map((child) => child.exitCode === null && once(child, 'exit'))
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(ends)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Cluster {
  readonly folder: string
  readonly id: string
  readonly monitorPort: number
  readonly port: number
  readonly running: ChildProcess[]
}

async function startCluster(cluster: Cluster): Promise<void> {
  const { folder, id, monitorPort } = cluster
  for (const name of ['mon', 'osd', 'rgw', 'run', 'log']) mkdirSync(join(folder, name))
  const config = join(folder, 'ceph.conf')
  writeFileSync(config, configuration(cluster))
  const keyring = join(folder, 'keyring')
  const map = join(folder, 'monmap')
  const ceph = (program: string, ...args: string[]) => run(program, ['-c', config, ...args])
  const start = (program: string, ...args: string[]) => {
    const out = openSync(join(folder, 'out'), 'a')
    const child = spawn(program, ['-c', config, '-f', ...args], { stdio: ['ignore', out, out] })
    cluster.running.push(child)
    return child
  }

  await run('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'])
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *']
  await run('ceph-authtool', [keyring, '--gen-key', '-n', 'client.admin', ...all])
  await run('monmaptool', ['--create', '--addv', 'a', `[v1:127.0.0.1:${monitorPort}]`, '--fsid', id, map])
  await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
  start('ceph-mon', '-i', 'a')
  await ceph('ceph', '--connect-timeout', '20', 'osd', 'new', id)
  await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', id)
  await startStore()
  start('radosgw', '-n', 'client.rgw')
  const { accessKeyId, secretAccessKey } = user
  const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
  await ceph('radosgw-admin', 'user', 'create', '--uid=test', '--display-name=test', ...keys)
  await listening(cluster.port)

  /** Ceph 16 sometimes answers a new store 'wrong fsid', and the store ends: then it is restarted. */
  async function startStore(): Promise<void> {
    for (let attempt = 0; attempt < 8; attempt++) {
      const store = start('ceph-osd', '-i', '0')
      while (store.exitCode === null) {
        const { stdout } = await ceph('ceph', '--connect-timeout', '10', 'osd', 'stat')
        if (stdout.includes(' 1 up')) return
        await pause(100)
      }
    }
    throw new Error('ceph-osd did not stay up')
  }
}

async function listening(port: number): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await listens(port))) {
    if (Date.now() > deadline) throw new Error(`Nothing listens on port ${port}`)
    await pause(100)
  }
}

const configuration = ({ folder, id, monitorPort, port }: Cluster) => `
[global]
fsid = ${id}
mon host = v1:127.0.0.1:${monitorPort}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
auth cluster required = none
auth service required = none
auth client required = none
auth allow insecure global id reclaim = true
# One copy on one store, in memory.
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd class update on start = false
osd objectstore = memstore
memstore device bytes = 4294967296
osd max object name len = 256
osd max object namespace len = 64
mon allow pool size one = true
mon max pg per osd = 1000
# A monitor ends itself on a disk that is nearly full.
mon data avail warn = 0
mon data avail crit = 0
# Agreement among one monitor needs no waiting: a start takes one second instead of eleven.
paxos propose interval = 0.05
paxos min wait = 0.02
mon lease = 60
run dir = ${folder}/run
crash dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/log/$name.log
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw thread pool size = 32
`
