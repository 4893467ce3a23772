import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'

/** Private memory of the browser's pages in bytes; undefined if the system does not report it. */
export async function rendererMemory(browser: Browser): Promise<number | undefined> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id))
  const known = (await Promise.all(sizes)).filter((size) => size !== undefined)
  return known.length > 0 ? known.reduce((sum, size) => sum + size, 0) : undefined
}

async function privateBytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB/m.exec(status ?? '') ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
