import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './ask.ts'

/** Longer than the service takes to check who sends a request. */
const checkedMs = 300

interface Begun {
  readonly method: string
  readonly json: unknown
}

/** Begins a request: who sends it has been checked, and `end` sends the rest of its body. */
export async function beginRequest(caller: Caller, path: string, { method, json }: Begun) {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const text = JSON.stringify(json)
  async function* body() {
    yield Buffer.from(text.slice(0, 1))
    await ended
    yield Buffer.from(text.slice(1))
  }
  const headers = { 'content-type': 'application/json' }
  const answer = caller.fetch(path, {
    method,
    headers,
    body: ReadableStream.from(body()),
    duplex: 'half',
  } as RequestInit)
  await sleep(checkedMs)
  return {
    end() {
      resolve()
      return answer
    },
  }
}
