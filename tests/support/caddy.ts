import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, listens } from './free-port.ts'
import { type Service, ServiceMissing } from './service.ts'

const run = promisify(execFile)

/** The path of Caddy's program: this machine's, or that of Debian's package, unpacked without installing it. */
export async function findCaddy(): Promise<Service<string>> {
  const installed = await run('which', ['caddy']).catch(() => undefined)
  if (installed) return { address: installed.stdout.trim(), stop: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-caddy-'))
  const stop = () => rm(folder, { recursive: true, force: true })
  try {
    await run('apt-get', ['download', 'caddy'], { cwd: folder })
    const [name = ''] = await readdir(folder)
    await run('dpkg-deb', ['-x', name, '.'], { cwd: folder })
    return { address: join(folder, 'usr/bin/caddy'), stop }
  } catch (error) {
    await stop()
    throw new ServiceMissing('Caddy', `install Debian's caddy (${String(error).split('\n')[0]})`)
  }
}

export interface CaddyProxy extends AsyncDisposable {
  readonly httpsPort: number
  readonly internalPort: number
}

/** Caddy with the Caddyfile of `deployment/` in front of replicas on these ports, on ports of its own. */
export async function startCaddy(
  caddy: string,
  { ports, env }: { ports: readonly number[]; env: Readonly<Record<string, string>> },
): Promise<CaddyProxy> {
  const home = await mkdtemp(join(tmpdir(), 'werkschau-caddy-home-'))
  const [httpPort, httpsPort, internalPort] = [await freePort(), await freePort(), await freePort()]
  const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', 'deployment/Caddyfile'], {
    env: {
      ...env,
      PATH: process.env.PATH,
      HOME: home,
      XDG_DATA_HOME: home,
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      INTERNAL_PORT: String(internalPort),
      UPSTREAMS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await listening(child, [httpsPort, internalPort])
  return {
    httpsPort,
    internalPort,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function listening(child: ChildProcess, ports: readonly number[]): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-5_000)
  })
  for (const port of ports) {
    while (!(await listens(port))) {
      if (child.exitCode !== null) throw new Error(`Caddy: ${said}`)
      await sleep(20)
    }
  }
}
