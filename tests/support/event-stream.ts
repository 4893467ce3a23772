import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Caller, type OperationName, urlOf } from './ask.ts'

export interface ReceivedEvent {
  readonly event: string
  readonly data: unknown
}

export interface Listener extends AsyncDisposable {
  readonly response: Response
  readonly events: readonly ReceivedEvent[]
  /** Everything received, as sent. */
  readonly text: () => string
  readonly ended: Promise<void>
  /** Resolves when an event like this one has arrived. */
  readonly expectEvent: (like: object) => Promise<void>
}

const eventsIn = (text: string): ReceivedEvent[] =>
  text.split('\n\n').flatMap((block) => {
    const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1)]))
    const data = fields.get('data')
    return data === undefined ? [] : [{ event: fields.get('event') ?? 'message', data: JSON.parse(data) }]
  })

/** Opens an event stream and reads it until it ends. */
export async function listen(caller: Caller, name: OperationName): Promise<Listener> {
  const controller = new AbortController()
  const response = await caller.fetch(urlOf(name), { signal: controller.signal })
  let text = ''
  const ended = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  })().catch(() => undefined)
  return {
    response,
    get events() {
      return eventsIn(text)
    },
    text: () => text,
    ended,
    async expectEvent(like) {
      await expect.poll(() => eventsIn(text), { interval: 20 }).toContainEqual(expect.objectContaining(like))
    },
    async [Symbol.asyncDispose]() {
      controller.abort()
      await ended
      // The service notices it a moment later.
      await sleep(20)
    },
  }
}
