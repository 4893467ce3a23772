import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, listens } from './free-port.ts'

export interface NginxProxy extends AsyncDisposable {
  readonly httpsPort: number
  /** What it has logged so far, errors too. */
  readonly log: () => Promise<string>
}

/** nginx with `deployment/nginx.conf` in front of the service on this port, on a port of its own. */
export async function startNginx(
  nginx: string,
  { port, hosts }: { port: number; hosts: readonly string[] },
): Promise<NginxProxy> {
  const home = await mkdtemp(join(tmpdir(), 'werkschau-nginx-'))
  const httpsPort = await freePort()
  const certificate = ['-keyout', join(home, 'key.pem'), '-out', join(home, 'fullchain.pem'), '-subj', '/CN=localhost']
  await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...certificate])
  const own = (await readFile('deployment/nginx.conf', 'utf8'))
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`)
    .replace('photos.example.org inside.example.org', hosts.join(' '))
    .replaceAll('/etc/ssl/werkschau', home)
    .replaceAll('/var/log/nginx', home)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/t;`)
  const around = `pid ${home}/pid; error_log stderr; events {} http { ${temporary.join(' ')}\n${own}}`
  await writeFile(join(home, 'nginx.conf'), around)
  const child = spawn(nginx, ['-c', join(home, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  while (!(await listens(httpsPort))) {
    if (child.exitCode !== null) throw new Error(`nginx: ${said}`)
    await sleep(20)
  }
  const read = (name: string) => readFile(join(home, name), 'utf8')
  return {
    httpsPort,
    log: async () => `${said}${await read('werkschau.log')}${await read('werkschau-error.log')}`,
    async [Symbol.asyncDispose]() {
      // The master, so that its workers end as well.
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(home, { recursive: true, force: true })
    },
  }
}
