const firstRetryMs = 2_000
const maxRetryMs = 60_000

interface Handlers<Current, Change> {
  /** Connected, for the first time or again: where the server is now. */
  readonly onCurrent: (data: Current) => void
  readonly onChange: (data: Change) => void
}

/**
 * Follows an event stream while the page is visible: a browser has few connections per host, and pages in the background
 * would take them all. Returns what ends it. `url` is as `urlOf` makes it.
 */
export const subscribeToEvents = <Current, Change>(
  url: string,
  { onCurrent, onChange }: Handlers<Current, Change>,
): (() => void) => {
  let source: EventSource | undefined
  let timer = 0
  let failures = 0

  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    const opening = new EventSource(url)
    source = opening
    opening.addEventListener('open', () => {
      failures = 0
    })
    opening.addEventListener('current', ({ data }) => onCurrent(JSON.parse(data)))
    opening.addEventListener('change', ({ data }) => onChange(JSON.parse(data)))
    opening.addEventListener('error', () => {
      // While it is connecting, the browser tries again by itself; a refusal ends it.
      if (opening.readyState !== EventSource.CLOSED || source !== opening) return
      timer = window.setTimeout(open, Math.min(maxRetryMs, firstRetryMs * 2 ** failures++))
    })
  }
  const show = () => (document.visibilityState === 'visible' ? open() : close())
  show()
  document.addEventListener('visibilitychange', show)
  return () => {
    document.removeEventListener('visibilitychange', show)
    close()
  }
}
