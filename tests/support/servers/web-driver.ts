import { vi } from 'vitest'

const patience = { timeout: 60_000, interval: 200 }
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** A page in a browser driven by WebDriver (W3C). Elements are found by XPath, with a wait. */
export interface DrivenPage {
  open(url: string): Promise<void>
  /** Waits until it is visible. */
  shown(path: string): Promise<void>
  press(path: string): Promise<void>
  /** Types, or chooses the files of these paths, one in each line. */
  type(path: string, text: string): Promise<void>
  value(path: string): Promise<string>
  count(path: string): Promise<number>
  close(): Promise<void>
}

/** Begins a session with the driver at `url`. */
export async function drivePage(url: string, capabilities: object): Promise<DrivenPage> {
  const begun = await ask(`${url}/session`, { capabilities: { alwaysMatch: capabilities } })
  const session = `${url}/session/${(begun as { sessionId: string }).sessionId}`
  const all = async (path: string): Promise<string[]> => {
    const found = await ask(`${session}/elements`, { using: 'xpath', value: path })
    return (found as Record<string, string>[]).map((element) => `${session}/element/${element[elementKey]}`)
  }
  const first = (path: string) => vi.waitUntil(async () => (await all(path))[0], patience)
  /** The page may re-render an element during the query. */
  const visible = (path: string) =>
    vi.waitFor(async () => {
      for (const element of await all(path)) if (await ask(`${element}/displayed`)) return element
      throw new Error(`There is no visible ${path}`)
    }, patience)
  return {
    open: (address) => ask(`${session}/url`, { url: address }).then(() => undefined),
    shown: (path) => visible(path).then(() => undefined),
    press: async (path) => {
      const element = { [elementKey]: (await visible(path)).replace(/.*\//, '') }
      const script = 'arguments[0].scrollIntoView({ block: "center" })'
      await ask(`${session}/execute/sync`, { script, args: [element] })
      await ask(`${session}/element/${element[elementKey]}/click`, {})
    },
    type: async (path, text) => void (await ask(`${await first(path)}/value`, { text })),
    value: async (path) => String(await ask(`${await first(path)}/property/value`)),
    count: async (path) => (await all(path)).length,
    close: () => ask(session, undefined, 'DELETE').then(() => undefined),
  }
}

async function ask(url: string, body?: object, method = body ? 'POST' : 'GET'): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
  return value
}
