import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './ask.ts'

/** Longer than the service takes to check who sends a request. */
const checkedMs = 300

interface Begun {
  readonly method: string
  readonly json?: unknown
  /** Instead of JSON. */
  readonly bytes?: Buffer
}

/** Begins a request: who sends it has been checked, and `end` sends the rest of its body. */
export async function beginRequest(
  caller: Caller,
  path: string,
  { method, json, bytes = Buffer.from(JSON.stringify(json)) }: Begun,
) {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  async function* body() {
    yield bytes.subarray(0, 1)
    await ended
    yield bytes.subarray(1)
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
