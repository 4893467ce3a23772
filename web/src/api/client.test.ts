import { afterEach, expect, it, vi } from 'vitest'
import { call } from './client.ts'

afterEach(() => void vi.unstubAllGlobals())

it('calls no lost connection what was cancelled while its answer arrived', async () => {
  const signal = AbortSignal.timeout(50)
  const start = (body: ReadableStreamDefaultController) =>
    signal.addEventListener('abort', () => body.error(signal.reason))
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ start })))
  const failure = await call('GET /api/groups', { signal }).catch((error: unknown) => error)
  expect(failure).toBe(signal.reason)
})
