import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, listens } from './free-port.ts'

export interface CaddyProxy extends AsyncDisposable {
  readonly httpsPort: number
  readonly internalPort: number
  /** The log so far. */
  readonly log: () => string
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
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
  await listening(child, [httpsPort, internalPort])
  return {
    httpsPort,
    internalPort,
    log: () => said,
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
