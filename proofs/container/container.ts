import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/servers/free-port.ts'
import { run } from './commands.ts'
import { image } from './images.ts'

const name = `werkschau-proof-${process.pid}`
const volume = `${name}-data`

export interface Container {
  readonly url: string
  readonly log: () => Promise<string>
  readonly exec: (...command: readonly string[]) => Promise<string>
  /** Stops it as an update does, and returns its exit code. */
  readonly stop: () => Promise<number>
}

/** Starts the image like `deployment/compose.yaml`: unprivileged, with only the volume and /tmp writable. */
export async function startContainer(): Promise<Container> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const rights = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--tmpfs', '/tmp']
  // The last three are for machines whose root may not raise limits and which have no systemd.
  const machine = [
    '--network',
    'host',
    '--cgroups',
    'disabled',
    '--no-healthcheck',
    '--ulimit',
    'nofile=16384:16384',
    '--ulimit',
    'nproc=4096:4096',
  ]
  const log = ['--log-driver', 'k8s-file', '--log-opt', 'max-size=10m']
  const variables = { PORT: port, SETUP_CODE: 'generate', PASSWORD_MIN_STRENGTH: 3, ADMIN_SESSION_COOKIE_SECURE: false }
  const env = Object.entries(variables).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  await run(
    'podman',
    'run',
    '--detach',
    '--runtime',
    'crun',
    '--name',
    name,
    ...rights,
    ...machine,
    ...log,
    ...env,
    '--volume',
    `${volume}:/data`,
    image,
  )
  await until(async () => (await fetch(`${url}/health`)).ok)
  return {
    url,
    log: () => run('podman', 'logs', name),
    exec: (...command) => run('podman', 'exec', name, ...command),
    async stop() {
      await run('podman', 'stop', '--time', '45', name)
      const code = Number(await run('podman', 'inspect', '--format', '{{.State.ExitCode}}', name))
      await run('podman', 'rm', name)
      return code
    },
  }
}

export async function removeContainer(): Promise<void> {
  await run('podman', 'rm', '--force', name).catch(() => undefined)
  await run('podman', 'volume', 'rm', '--force', volume).catch(() => undefined)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`The container does not answer: ${await run('podman', 'logs', name)}`)
    await sleep(200)
  }
}
