import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface LoadResult {
  readonly requestsPerSecond: number
  /** Number of answers that were neither 2xx nor 3xx. */
  readonly errors: number
}

export interface LoadOptions {
  readonly seconds?: number
  readonly connections?: number
  readonly headers?: Readonly<Record<string, string>>
}

const hasWrk = spawnSync('wrk', ['--version']).error === undefined

async function output(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return printed
}

/** Requests one URL as fast as it is answered: with wrk if installed, which needs less CPU, else with autocannon. */
export async function httpLoad(url: string, options: LoadOptions = {}): Promise<LoadResult> {
  const { seconds = 3, connections = 16, headers = {} } = options
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  if (hasWrk) {
    const printed = await output('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...given, url])
    return {
      requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1] ?? 0),
      errors: Number(/Non-2xx or 3xx responses: (\d+)/.exec(printed)?.[1] ?? 0),
    }
  }
  const cli = new URL(import.meta.resolve('autocannon')).pathname
  const asked = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const args = [cli, '-j', '-n', '-c', String(connections), '-d', String(seconds), ...asked, url]
  const result = JSON.parse(await output(process.execPath, args))
  return { requestsPerSecond: result.requests.average, errors: result['4xxCount'] ?? result['4xx'] ?? 0 }
}
