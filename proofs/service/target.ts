import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { allocatorSettings } from '#tests/support/allocator-settings.ts'
import { serviceProgram } from '#tests/support/servers/service-program.ts'

/** The service as a separate process with its own data folder, and its output. */
export interface Target extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly dataDir: string
  readonly log: TargetLog
  readonly isAlive: () => boolean
}

export interface TargetLog {
  /** Lines that are not one JSON object each. */
  readonly broken: string[]
  /** Lines of the levels error and fatal. */
  readonly errors: string[]
  /** How often the decoder's process died. */
  decoderDeaths: number
  lines: number
  /** Secrets found in a line. */
  readonly leaks: string[]
  /** Management tokens, which must not be in a line. */
  readonly secrets: Set<string>
  stderr: string
}

const newLog = (): TargetLog => ({
  broken: [],
  errors: [],
  decoderDeaths: 0,
  lines: 0,
  leaks: [],
  secrets: new Set(),
  stderr: '',
})

const levelOfErrors = 50

function recordLine(log: TargetLog, line: string): void {
  log.lines += 1
  try {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string }
    if (level >= levelOfErrors) log.errors.push(line)
    if (msg === 'The preview process ended') log.decoderDeaths += 1
  } catch {
    log.broken.push(line)
  }
  for (const [uuid] of line.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/gi)) {
    if (log.secrets.has(uuid)) log.leaks.push(line)
  }
}

export interface TargetOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly dataDir?: string
}

/** Without rate limits, and with a freely chosen client address per request, unless `env` says otherwise. */
export async function startTarget({ env = {}, dataDir }: TargetOptions = {}): Promise<Target> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'werkschau-target-')))
  const child = spawn(process.execPath, [serviceProgram()], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      TRUST_PROXY_HOPS: '1',
      MANAGEMENT_RATE_LIMIT: '1000000000',
      UPLOAD_RATE_LIMIT: '1000000000',
      ADMIN_SESSION_COOKIE_SECURE: 'false',
      ...allocatorSettings,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = newLog()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log.stderr = (log.stderr + text).slice(-4_000)
  })
  const ready = Promise.withResolvers<string>()
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    recordLine(log, line)
    const address = /"address":"([^"]+)"/.exec(line)?.[1]
    if (address) ready.resolve(address)
  })
  child.once('exit', () => ready.reject(new Error(`The service did not start: ${log.stderr}`)))
  const url = await ready.promise
  const isAlive = () => child.exitCode === null && child.signalCode === null

  async function stop() {
    if (!isAlive()) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    dataDir: folder,
    log,
    isAlive,
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
