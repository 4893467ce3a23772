import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/servers/free-port.ts'
import { run } from './commands.ts'
import type { Container } from './container.ts'
import { needImageWith } from './images.ts'
import { approve, checkShown, uploadPhoto } from './photo.ts'

const machine = `werkschau-proof-machine-${process.pid}`
const base = 'localhost/werkschau-proof-systemd'
const unit = 'werkschau.service'
const exec = (...command: readonly string[]) => run('podman', 'exec', machine, ...command)
const shell = (script: string) => exec('sh', '-euc', script)
const apt = (...args: readonly string[]) =>
  exec('env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-qy', '--no-install-recommends', ...args)

/** A Debian with systemd as its first process, as on a machine of its own; privileged, so that the unit's own rules apply. */
async function startMachine(): Promise<number> {
  await needImageWith(base, ['systemd', 'dbus'])
  const port = await freePort()
  const rights = ['--privileged', '--systemd', 'always', '--network', 'host', '--cgroups', 'disabled']
  const limits = ['--ulimit', 'nofile=16384:16384', '--ulimit', 'nproc=4096:4096', '--log-driver', 'k8s-file']
  await run(
    'podman',
    'run',
    '--detach',
    '--runtime',
    'crun',
    '--name',
    machine,
    ...rights,
    ...limits,
    base,
    '/lib/systemd/systemd',
  )
  // Some of Debian's own units may fail in a container: degraded.
  await until(async () => /running|degraded/.test(await shell('systemctl is-system-running || true')))
  // The port alone is the proof's: it shares the network of this machine.
  const folder = `/etc/systemd/system/${unit}.d`
  await shell(`mkdir -p ${folder} && printf '[Service]\\nEnvironment=PORT=${port}\\n' >${folder}/port.conf`)
  return port
}

export const removeMachine = (): Promise<unknown> => run('podman', 'rm', '--force', machine).catch(() => undefined)

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end)
      throw new Error(`The machine does not answer: ${await shell('journalctl --no-pager | tail -30')}`)
    await sleep(500)
  }
}

/** Makes the package of this machine's architecture from dist/, and returns its path. */
async function makePackage(folder: string): Promise<string> {
  // Compressed fast; a release compresses it better.
  process.env.DPKG_DEB_COMPRESSOR_TYPE = 'gzip'
  process.env.DPKG_DEB_COMPRESSOR_LEVEL = '1'
  const architecture = await run('dpkg', '--print-architecture')
  await run('scripts/debian-package.sh', architecture, folder)
  const [name] = await readdir(folder)
  return join(folder, String(name))
}

/** Installs, updates, removes and purges the package; its photo outlives all of that. */
export async function proveDebianPackage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-deb-'))
  try {
    const path = await makePackage(folder)
    const port = await startMachine()
    await run('podman', 'cp', path, `${machine}:/root/werkschau.deb`)
    const url = `http://127.0.0.1:${port}`
    const log = () => exec('journalctl', '--unit', unit, '--no-pager', '--output', 'cat')
    const service: Container = { url, log, exec, stop: async () => Number(await exec('systemctl', 'stop', unit)) }
    return await tryInstalled(service)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function tryInstalled(service: Container): Promise<string> {
  const answers = () => until(async () => (await fetch(`${service.url}/health`)).ok)
  await apt('/root/werkschau.deb')
  await answers()
  assert.equal(await exec('systemctl', 'is-enabled', unit), 'enabled')
  await exec(
    'sed',
    '-i',
    's/^#ADMIN_SESSION_COOKIE_SECURE/ADMIN_SESSION_COOKIE_SECURE/',
    '/etc/werkschau/werkschau.env',
  )
  await exec('systemctl', 'restart', unit)
  await answers()
  const { groupId, paths } = await uploadPhoto(service)
  await approve(service, groupId)
  const shown = async () => {
    await answers()
    await checkShown(service, groupId, paths)
  }
  await shown()
  assert.match(await exec('werkschau', 'admin', 'list'), /admin/)
  await exec('werkschau', 'check')
  await exec('werkschau', 'backup', '--to', '/var/backups/werkschau')
  await exec('systemctl', 'start', 'werkschau-backup.service')
  await exec('systemd-analyze', 'verify', unit, 'werkschau-backup.service', 'werkschau-backup.timer')
  assert.match(await shell(`grep CapEff /proc/$(systemctl show --property MainPID --value ${unit})/status`), /0{16}$/)

  await apt('--reinstall', '/root/werkschau.deb')
  await shown()
  assert.match(await exec('cat', '/etc/werkschau/werkschau.env'), /^ADMIN_SESSION_COOKIE_SECURE=false$/m)

  await exec('apt-get', 'remove', '-qy', 'werkschau')
  await assert.rejects(fetch(`${service.url}/health`))
  await apt('/root/werkschau.deb')
  await shown()

  await exec('apt-get', 'purge', '-qy', 'werkschau')
  await assert.rejects(fetch(`${service.url}/health`))
  await assert.rejects(exec('id', 'werkschau'))
  await assert.rejects(exec('ls', '/etc/werkschau'))
  assert.equal(await exec('stat', '--format', '%U %a', '/var/lib/werkschau'), 'root 700')
  await apt('/root/werkschau.deb')
  await shown()
  return `installed, updated, removed, purged; ${await exec('systemd-analyze', 'security', '--no-pager', unit).then((text) => /exposure level.*: (.*?) \w/.exec(text)?.[1])} of 10 exposed`
}
