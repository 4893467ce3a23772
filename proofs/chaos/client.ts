import { setTimeout as sleep } from 'node:timers/promises'
import type { Record } from './record.ts'

export interface Answer {
  readonly status: number | 'lost'
  readonly body: Buffer
  readonly headers: Headers
  /** Why there is none. */
  readonly cause?: string
}

export interface Request extends RequestInit {
  /** What the table calls it. */
  readonly kind: string
  readonly json?: unknown
}

export interface Client {
  readonly url: string
  /** One request; never throws. */
  ask(path: string, request: Request): Promise<Answer>
  /** Retries until the answer is conclusive: neither 5xx nor a broken connection. Each attempt builds a new form. */
  insist(path: string, request: Request & { form?: () => FormData }): Promise<Answer & { readonly asked: number }>
}

const timeoutMs = 90_000
const retryMs = 500

export const isKnown = ({ status }: Answer): boolean => status !== 'lost' && status < 500
export const jsonOf = <T>({ body }: Answer): T => JSON.parse(body.toString()) as T

function codeOf({ body, headers }: Answer): string | undefined {
  if (!headers.get('content-type')?.includes('json')) return undefined
  try {
    return JSON.parse(body.toString()).code
  } catch {
    return 'a broken body'
  }
}

/** Sends requests to the service at `url` and records the results. */
export function createClient(url: string, { sent }: Record): Client {
  async function ask(path: string, { kind, json, ...init }: Request): Promise<Answer> {
    const began = performance.now()
    const headers = new Headers(init.headers)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const body = json === undefined ? init.body : JSON.stringify(json)
    const answer = await send(new URL(path, url), { ...init, headers, ...(body !== undefined && { body }) })
    const failed = answer.status !== 'lost' && answer.status >= 500
    sent.push({
      kind,
      began,
      ended: performance.now(),
      status: answer.status,
      code: failed ? codeOf(answer) : undefined,
      cause: answer.cause,
      retryAfter: answer.headers.has('retry-after'),
    })
    return answer
  }
  return {
    url,
    ask,
    async insist(path, { form, ...request }) {
      for (let asked = 1; ; asked++) {
        const answer = await ask(path, { ...request, ...(form && { body: form() }) })
        if (isKnown(answer)) return { ...answer, asked }
        await sleep(retryMs)
      }
    },
  }
}

async function send(url: URL, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return {
      status: response.status,
      body: Buffer.from(await response.arrayBuffer()),
      headers: response.headers,
    }
  } catch (error) {
    const { name, message, cause = message } = error as Error
    return { status: 'lost', body: Buffer.alloc(0), headers: new Headers(), cause: `(${name}: ${cause})` }
  }
}
