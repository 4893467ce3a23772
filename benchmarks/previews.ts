import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeImage } from '#tests/support/images/make-image.ts'
import { cpuSeconds } from '#tests/support/servers/process-tree.ts'
import { httpLoad } from './support/http-load.ts'
import { batchBody } from './support/send-batch.ts'
import { type Running, startFloor, startService } from './support/start-service.ts'
import { figure, median, medianRatio, type Scenario, sideBySide } from './support/table.ts'

async function load(running: Running, path: string, seconds: number) {
  const before = cpuSeconds(running.pid)
  const { requestsPerSecond, errors } = await httpLoad(`${running.url}${path}`, { seconds })
  if (errors > 0) throw new Error(`${errors} requests of ${path} were answered with an error`)
  return { requestsPerSecond, cpuMicros: ((cpuSeconds(running.pid) - before) * 1e6) / (requestsPerSecond * seconds) }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** nginx with one worker and the file on disk. */
async function startNginx(preview: Buffer): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-nginx-'))
  const port = await freePort()
  writeFileSync(join(folder, 'preview.jpg'), preview, { mode: 0o644 })
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes 1; user root; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 512; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; types { image/jpeg jpg; }
       client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
       open_file_cache max=100; server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 50))
  return {
    url,
    pid: child.pid ?? 0,
    dataDir: folder,
    startMs: 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const run: Scenario = async ({ rounds, isSmall }) => {
  const seconds = isSmall ? 1 : 3
  await using service = await startService()
  const { body, type } = batchBody([await makeImage({ width: 1600, height: 1200, detail: true })])
  const uploaded = await fetch(`${service.url}/api/upload/batch`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(Buffer.concat(body)),
  })
  const { images } = (await uploaded.json()) as { images: { previewPath: string }[] }
  const path = images[0]?.previewPath ?? ''
  const preview = Buffer.from(await (await fetch(`${service.url}${path}`)).arrayBuffer())

  const withNginx = spawnSync('nginx', ['-v']).error === undefined
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-preview-'))
  const file = join(folder, 'preview.jpg')
  writeFileSync(file, preview)
  await using floor = withNginx
    ? await startNginx(preview)
    : await startFloor('http-floor.ts', [file, '200', '{"content-type":"image/jpeg"}'])
  const floorPath = withNginx ? '/preview.jpg' : '/'
  await load(service, path, seconds)
  const { a, b } = await sideBySide(
    rounds,
    () => load(service, path, seconds),
    () => load(floor, floorPath, seconds),
  )
  rmSync(folder, { recursive: true, force: true })
  const of = (list: typeof a, key: 'requestsPerSecond' | 'cpuMicros') => list.map((each) => each[key])
  return [
    {
      title: `A preview of ${figure(preview.length / 1024, 0)} KiB beside ${withNginx ? 'nginx with one worker' : 'a bare node:http server'}`,
      columns: ['what', 'service', 'floor', 'ratio'],
      rows: (['requestsPerSecond', 'cpuMicros'] as const).map((key) => [
        key === 'cpuMicros' ? 'CPU µs a request' : 'requests/s',
        figure(median(of(a, key)), 0),
        figure(median(of(b, key)), 0),
        figure(medianRatio(of(a, key), of(b, key))),
      ]),
      goals: withNginx
        ? [
            {
              what: 'previews, requests/s beside nginx',
              value: medianRatio(of(a, 'requestsPerSecond'), of(b, 'requestsPerSecond')),
              floor: 1,
              least: 0.6,
            },
            {
              what: 'previews, CPU a request beside nginx',
              value: medianRatio(of(a, 'cpuMicros'), of(b, 'cpuMicros')),
              floor: 1,
              most: 2,
            },
          ]
        : [],
    },
  ]
}
