import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, listens } from '#tests/support/servers/free-port.ts'

export interface PathProxy extends AsyncDisposable {
  readonly url: string
}

interface Target {
  readonly path: string
  readonly port: number
}

/** As in docs/operations.md: Caddy keeps the path. */
const caddyfile = ({ path, port }: Target, own: number) => `{
	admin off
	grace_period 1s
	auto_https off
}
:${own} {
	handle ${path}/* {
		reverse_proxy 127.0.0.1:${port}
	}
	redir ${path} ${path}/ 308
	respond 404
}
`

/** Its workers would run as another user, who may not write to the folder. */
const asRoot = process.getuid?.() === 0 ? 'user root; ' : ''

/** As in docs/operations.md: nginx strips the path. */
const nginxConfig = (
  { path, port }: Target,
  own: number,
  home: string,
) => `${asRoot}pid ${home}/pid; error_log stderr; events {}
http {
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/t;`).join('\n')}
access_log off;
client_max_body_size 0;
server {
	listen 127.0.0.1:${own};
	location ${path}/ {
		proxy_pass http://127.0.0.1:${port}/;
		proxy_set_header Host $http_host;
	}
}
}
`

/** A proxy that serves other things as well and this service below a path. */
export async function startPathProxy(name: 'caddy' | 'nginx', program: string, target: Target): Promise<PathProxy> {
  const home = await mkdtemp(join(tmpdir(), `werkschau-${name}-path-`))
  const own = await freePort()
  const config = join(home, 'config')
  await writeFile(config, name === 'caddy' ? caddyfile(target, own) : nginxConfig(target, own, home))
  const args =
    name === 'caddy'
      ? ['run', '--adapter', 'caddyfile', '--config', config]
      : ['-c', config, '-e', 'stderr', '-g', 'daemon off;']
  const env = { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home }
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  await listening(name, child, own)
  return {
    url: `http://127.0.0.1:${own}${target.path}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function listening(name: string, child: ChildProcess, port: number): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-5_000)
  })
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${name}: ${said}`)
    await sleep(20)
  }
}
