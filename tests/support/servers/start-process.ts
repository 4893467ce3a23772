import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { serviceProgram } from './service-program.ts'

export interface ServiceProcess extends AsyncDisposable {
  readonly url: string
  readonly child: ChildProcess
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** For a command beside the service: of this process's environment only where compiled code is kept, which halves its start. */
export function commandEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env }
}

/** The service as a separate process, without the environment of this one. */
export const spawnService = (
  env: Readonly<Record<string, string>>,
  program = serviceProgram(),
): ChildProcessByStdio<null, Readable, null> =>
  spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** A process of the service, once it listens. */
export async function startProcess(env: Readonly<Record<string, string>>, program?: string): Promise<ServiceProcess> {
  const child = spawnService(env, program)
  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const { address } = JSON.parse(line)
    if (address === undefined) continue
    child.stdout.resume()
    return { url: address, child, stop, [Symbol.asyncDispose]: () => stop('SIGKILL') }
  }
  throw new Error('The service did not start')
}
