import { expect, it } from 'vitest'
import { proveInBrowser } from './images/prove-browser.ts'

it('shows in a preview what a browser shows of the image', { timeout: 180_000 }, async () => {
  const [line] = await proveInBrowser({ few: true })
  expect(line?.found).toEqual([])
  expect(line?.note).toContain('at least in part: 0')
})
