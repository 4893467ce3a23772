import type { Page } from 'playwright-core'
import { scrollsSideways } from './device.ts'

/** Texts that overflow their box or the page. Runs in the page. */
export const overflowing = `(() => {
  const width = document.documentElement.clientWidth
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    let box = text.parentElement
    while (getComputedStyle(box).display.startsWith('inline') && box.parentElement) box = box.parentElement
    // It cuts its label.
    box = box.closest('.mantine-Button-root') ?? box
    // Texts for screen readers only, texts truncated on purpose, inputs, tabs in a row that scrolls, and the head of a table that is shown as cards.
    if (box.closest('style, script, select, textarea, svg, .mantine-VisuallyHidden-root, [id^=Dnd], [class*=_tabs_], thead')) continue
    const { textOverflow, visibility } = getComputedStyle(box)
    if (textOverflow === 'ellipsis' || visibility === 'hidden' || box.getBoundingClientRect().height <= 1) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const outside = (each) => each.left < Math.max(left, 0) - 1 || each.right > Math.min(right, width) + 1
    const cut = (each) => box.matches('.mantine-Button-root') && (each.top < top - 1 || each.bottom > bottom + 1)
    const out = (each) => outside(each) || cut(each)
    if ([...range.getClientRects()].some(out)) found.push(text.data + ' in ' + box.outerHTML.slice(0, 150))
  }
  return found
})()`

/** Words that take two lines in what the selector finds. Runs in the page. */
export const brokenWordsIn = (
  selector: string,
): string => `[...document.querySelectorAll('${selector}')].flatMap((label) => {
  const text = label.firstChild
  if (!(text instanceof Text)) return []
  return [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return range.getClientRects().length > 1 ? [word] : []
  })
})`
/** Those of buttons. */
export const brokenWords = brokenWordsIn('.mantine-Button-label')

/** Another script has another font; without it some texts are wider. Runs in the page. */
export const fontsLoaded = 'void document.body.offsetWidth, document.fonts.ready.then(() => true)'

/** Dialogs and menus that do not lie within the screen, or are longer than it and do not scroll. Runs in the page. */
const outsideScreen = `[...document.querySelectorAll('[role=dialog]:not(.yarl__portal), [role=menu]')].flatMap((one) => {
  const { top, left, right, bottom } = one.getBoundingClientRect()
  const isInside = top >= -1 && left >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
  return isInside ? [] : [[one.getAttribute('role'), one.textContent.slice(0, 40), top, left, right, bottom].join()]
})`

/** Letters of 32 pixels, also where the policy of a page allows no other styles. Runs in the page. */
export const twiceAsLarge = `(() => {
  const style = new CSSStyleSheet()
  style.replaceSync('html { font-size: 32px !important }')
  document.adoptedStyleSheets = [style]
})()`

/** The spacing that a page has to bear (WCAG 1.4.12); connected scripts have no letter spacing. */
export const wideSpacing = `
  :root * { line-height: 1.5 !important; word-spacing: 0.16em !important }
  :root:not([dir="rtl"]) * { letter-spacing: 0.12em !important }
  p { margin-block-end: 2em !important }`

/** Returns a function that sets the rules of a style of its own, in place of those before. */
export async function addStyle(page: Page): Promise<(css: string) => Promise<void>> {
  const root = await page.addStyleTag({ content: ' ' })
  return (css) => root.evaluate((element, text) => element.replaceChildren(text), css)
}

export const rootFont = (pixels: number): string => `html { font-size: ${pixels}px !important }`

const phones = [
  [390, 16],
  [320, 16],
  [360, 24],
  [360, 32],
] as const

/** Runs `check` on phones of these widths, with letters of these pixels. */
export async function onPhones(page: Page, check: (look: string, font: number) => Promise<void>): Promise<void> {
  const style = await addStyle(page)
  for (const [width, font] of phones) {
    await page.setViewportSize({ width, height: 844 })
    await style(rootFont(font))
    await check(`${width} pixels, font of ${font}`, font)
  }
}

/** What is cut or outside the screen in the page as it is now. */
export async function reflowFaultsNow(page: Page, look: string): Promise<readonly string[]> {
  await page.evaluate(fontsLoaded)
  // An open menu follows its button.
  await page.evaluate('new Promise((done) => setTimeout(done, 100))')
  const found = [...(await page.evaluate<string[]>(overflowing)), ...(await page.evaluate<string[]>(outsideScreen))]
  if (await page.evaluate(scrollsSideways)) found.push('The page scrolls sideways')
  return found.map((fault) => `${look}: ${fault}`)
}
