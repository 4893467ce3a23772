import type { Locator } from 'playwright-core'

const steps = 5

/** A finger that moves across an element by so many pixels, to the left when negative. */
export async function swipe(element: Locator, by: number): Promise<void> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element to swipe across is not shown')
  const [x, y] = [box.x + box.width / 2 - by / 2, box.y + box.height / 2]
  const devtools = await element.page().context().newCDPSession(element.page())
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x, y }])
  for (let step = 1; step <= steps; step++) await touch('touchMove', [{ x: x + (by * step) / steps, y }])
  await touch('touchEnd', [])
  await devtools.detach()
}
