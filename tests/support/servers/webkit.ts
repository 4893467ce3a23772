import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { vi } from 'vitest'
import { needPrograms } from './debian-programs.ts'
import { freePort, listens } from './free-port.ts'
import { type DrivenPage, drivePage } from './web-driver.ts'

export interface WebKit extends AsyncDisposable {
  readonly page: DrivenPage
}

/** Debian's WebKitGTK, the engine of Safari, with its driver and a display without a screen. */
export async function startWebKit(): Promise<WebKit> {
  await needPrograms('WebKit', ['WebKitWebDriver', 'Xvfb'], ['webkit2gtk-driver', 'xvfb'])
  await using started = new AsyncDisposableStack()
  const display = await startDisplay(started)
  const port = await freePort()
  const env = { ...process.env, DISPLAY: display, LANGUAGE: 'en_GB', LC_ALL: 'en_GB.UTF-8' }
  stopAfterwards(started, spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }))
  await vi.waitUntil(() => listens(port), { timeout: 60_000 })
  const options = { binary: miniBrowser(), args: ['--automation'] }
  const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }
  const page = await drivePage(`http://127.0.0.1:${port}`, capabilities)
  started.defer(() => page.close())
  const all = started.move()
  return { page, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

const miniBrowser = (): string => {
  const path = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').find((each) => existsSync(each))
  if (path === undefined) throw new Error('webkit2gtk-driver is installed, but has no MiniBrowser')
  return path
}

async function startDisplay(started: AsyncDisposableStack): Promise<string> {
  const options = ['-displayfd', '1', '-screen', '0', '800x1200x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] })
  stopAfterwards(started, display)
  const [number] = await once(createInterface({ input: display.stdout }), 'line')
  return `:${number}`
}

const stopAfterwards = (started: AsyncDisposableStack, process: ChildProcess): void =>
  started.defer(async () => {
    if (process.exitCode !== null || process.signalCode !== null) return
    process.kill()
    await once(process, 'exit')
  })
