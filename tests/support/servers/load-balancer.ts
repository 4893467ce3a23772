import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { needPrograms } from './debian-programs.ts'
import { freePort, listens } from './free-port.ts'

export interface LoadBalancer extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

/** haproxy in front of replicas on these ports of this machine, as `docs/operations.md` describes it. */
export async function startLoadBalancer(ports: readonly number[]): Promise<LoadBalancer> {
  await needPrograms('A load balancer', ['haproxy'])
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-haproxy-'))
  const port = await freePort()
  const servers = ports.map((each, index) => `  server replica${index} 127.0.0.1:${each} check`)
  const config = join(folder, 'haproxy.cfg')
  await writeFile(config, `${configuration(port)}${servers.join('\n')}\n`)
  const child = spawn('haproxy', ['-f', config, '-db'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
  })
  await listening(child, port)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listening(child: ChildProcessByStdio<null, null, Readable>, port: number): Promise<void> {
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`haproxy: ${errors}`)
    await sleep(20)
  }
}

const configuration = (port: number) => `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  # Otherwise a replica that is busy for a moment counts as down.
  timeout check 5s
  option forwardfor
  option redispatch
  retries 3
frontend site
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
  balance roundrobin
  # A read that a replica did not begin to answer is sent to another one.
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  option httpchk GET /health/ready
  default-server inter 200ms fall 2 rise 1
`
