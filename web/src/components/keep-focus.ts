const focusable =
  'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** The last focused element, and its ancestors from the inside out. */
let last: { readonly element: HTMLElement; readonly around: readonly Element[] } | undefined

const visible = (element: Element): element is HTMLElement => element.getClientRects().length > 0

/** The next control after an element in the ancestors that are left, else the last one before it. */
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
  // A running action disables its button, which gets the focus back later.
  if (element.isConnected && element.matches('[data-loading], [aria-busy=true]')) return
  const target = element.isConnected && !isDisabled(element) && visible(element) ? element : nextTo(element, around)
  target?.focus({ preventScroll: element.isConnected })
}

const remember = (element: EventTarget | null): void => {
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
 * Keyboard users never start again at the top of the page: when the focused element is removed or disabled and nothing
 * else takes the focus, its neighbour gets it.
 */
export const keepFocus = (): void => {
  let timer = 0
  // Later than code that sets the focus itself.
  const soon = () => {
    clearTimeout(timer)
    timer = window.setTimeout(restore, 60)
  }
  document.addEventListener('focusin', ({ target }) => remember(target))
  // A click outside all controls removes the focus on purpose.
  document.addEventListener('pointerup', () => setTimeout(() => remember(document.activeElement)))
  new MutationObserver(soon).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-loading', 'hidden'],
  })
}
