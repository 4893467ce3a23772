import { onSite } from './base-path.ts'

const firstRetryMs = 2_000
const maxRetryMs = 60_000

interface Handlers<Data> {
  /** Connected again: what happened meanwhile was not told. */
  readonly onReturn: () => void
  readonly onChange: (data: Data) => void
}

/**
 * Follows a stream of events while the page can be seen: a browser has few connections to a host, and pages in the background
 * would take them all. Returns what ends it.
 */
export const follow = <Data>(
  path: '/api/admin/events' | '/api/slideshow/events',
  { onReturn, onChange }: Handlers<Data>,
): (() => void) => {
  let source: EventSource | undefined
  let timer = 0
  let failures = 0
  let opened = false

  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    const opening = new EventSource(onSite(path))
    source = opening
    opening.addEventListener('open', () => {
      failures = 0
      if (opened) onReturn()
      opened = true
    })
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
