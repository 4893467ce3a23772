import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { allocatorSettings } from '#tests/support/allocator-settings.ts'

export interface Running extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  /** Milliseconds from the start of the process until it listened. */
  readonly startMs: number
}

export interface RunningService extends Running {
  /** Ends it without warning. */
  kill(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'werkschau-bench-'))

/** The service as `npm start` runs it, on a free port, with a data folder of its own unless one is given. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const given = env.DATA_DIR
  const dataDir = given ?? newDataDir()
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      ...allocatorSettings,
      ...env,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { address } = await firstLine<{ address: string }>(child, ({ address }) => address !== undefined)
  return {
    url: address,
    pid: child.pid ?? 0,
    dataDir,
    startMs: performance.now() - began,
    kill: () => end(child, 'SIGKILL'),
    async [Symbol.asyncDispose]() {
      await end(child)
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A script of this folder that prints `{ "address": … }` once it listens. */
export async function startFloor(script: string, args: readonly string[] = []): Promise<Running> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { address } = await firstLine<{ address: string }>(child, () => true)
  return {
    url: address,
    pid: child.pid ?? 0,
    dataDir: '',
    startMs: performance.now() - began,
    [Symbol.asyncDispose]: () => end(child),
  }
}

async function firstLine<T>(child: ChildProcess, wanted: (line: T) => boolean): Promise<T> {
  if (child.stdout === null) throw new Error('The process has no output')
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const parsed = JSON.parse(line) as T
    if (!wanted(parsed)) continue
    child.stdout.resume()
    return parsed
  }
  throw new Error('The process ended before it was ready')
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
