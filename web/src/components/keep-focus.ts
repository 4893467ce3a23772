const focusable =
  'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** The element that had the focus last, and those around it, from the inside out. */
let last: { readonly element: HTMLElement; readonly around: readonly Element[] } | undefined

const visible = (element: Element): element is HTMLElement => element.getClientRects().length > 0

/** Where to go on from a place that is gone: the next control in what is left around it, else the last one before. */
const nextTo = (element: Element, around: readonly Element[]): HTMLElement | undefined => {
  for (const place of around.filter((one) => one.isConnected)) {
    const controls = [...place.querySelectorAll(focusable)].filter(visible)
    const following = (one: Element) => element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING
    const next = element.isConnected ? controls.find(following) : controls[0]
    if (next) return next
    if (controls.length > 0) return controls.at(-1)
  }
  return undefined
}

const isDisabled = (element: Element): boolean => element.matches(':disabled')

const restore = (): void => {
  if (!last || (document.activeElement && document.activeElement !== document.body)) return
  const { element, around } = last
  // What is being done keeps its button locked; it gets the focus back.
  if (element.isConnected && element.matches('[data-loading], [aria-busy=true]')) return
  const target = element.isConnected && !isDisabled(element) && visible(element) ? element : nextTo(element, around)
  target?.focus({ preventScroll: element.isConnected })
}

const remember = (element: Element | null): void => {
  if (!(element instanceof HTMLElement) || element === document.body) {
    last = undefined
    return
  }
  const around: Element[] = []
  for (let place = element.parentElement; place && place !== document.documentElement; place = place.parentElement)
    around.push(place)
  last = { element, around }
}

/**
 * Whoever uses the keyboard never starts again at the top of the page: when the element with the focus is removed or
 * locked and nobody gives the focus to another, its neighbour gets it.
 */
export const keepFocus = (): void => {
  let timer = 0
  // Later than those who know better where the focus belongs.
  const soon = () => {
    clearTimeout(timer)
    timer = window.setTimeout(restore, 60)
  }
  document.addEventListener('focusin', ({ target }) => remember(target as Element))
  // A click beside everything takes the focus away on purpose.
  document.addEventListener('pointerup', () => setTimeout(() => remember(document.activeElement)))
  new MutationObserver(soon).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-loading', 'hidden'],
  })
}
