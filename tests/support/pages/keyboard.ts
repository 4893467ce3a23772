import type { Locator, Page } from 'playwright-core'

/** Where the focus is and whether it is visible. Runs in the page. */
const focusNow = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return { lost: true }
  const drawn = [element, element.nextElementSibling, element.parentElement, element.closest('label'), element.closest('li')].filter(Boolean)
  // Elements focused only by the page, such as a heading, need no ring.
  const ring = element.tabIndex < 0 || drawn.some((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
  })
  const { top, bottom } = (element.closest('label') ?? element.parentElement).getBoundingClientRect()
  return { lost: false, ring, inView: bottom > 0 && top < innerHeight, html: element.outerHTML.slice(0, 200) }
})()`

interface Focus {
  readonly lost: boolean
  readonly ring?: boolean
  readonly inView?: boolean
  readonly html?: string
}

/** What is wrong with the focus; undefined if a keyboard user can continue from there. */
export async function focusFault(page: Page): Promise<string | undefined> {
  const { lost, ring, inView, html } = (await page.evaluate(focusNow)) as Focus
  if (lost) return 'The focus is lost'
  if (!inView) return `The focus is out of sight: ${html}`
  return ring ? undefined : `The focus cannot be seen: ${html}`
}

/** A dialog that has taken the focus: on a busy machine it does so after a test would press the next key. */
export const focusedDialog = (page: Page): Locator => page.locator('[role=dialog]:focus-within')

/** Presses Tab until the control has the focus. Fails if the focus is lost or invisible on the way. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await control.waitFor({ state: 'attached' })
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press(key)
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) {
      const fault = await focusFault(page)
      if (fault) throw new Error(fault)
      return
    }
    const fault = await focusFault(page)
    // After the last control the focus is in the browser's own controls.
    if (fault && fault !== 'The focus is lost') throw new Error(fault)
  }
  throw new Error(`120 times ${key} do not reach ${control}`)
}
