import { afterEach, expect, it, vi } from 'vitest'
import { createPauses } from './deliver.ts'

afterEach(() => void vi.unstubAllGlobals())

it('waits for no connection after a cancellation', async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('navigator', { onLine: false })
  const cancelled = AbortSignal.abort()
  const wait = createPauses(cancelled, () => undefined).wait(30, false)
  expect(await Promise.race([wait.catch((error: unknown) => error), new Promise((done) => setTimeout(done))])).toBe(
    cancelled.reason,
  )
})
