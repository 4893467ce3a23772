const retryMs = 2_000
const kept = new Map<string, Promise<unknown>>()

/**
 * An update has removed the file since this tab was opened: the page has others now. Reloads it, but not twice for one file,
 * which may be missing there, too.
 */
function reloadFor(url: string): void {
  const key = 'werkschau-missing-file'
  try {
    if (sessionStorage.getItem(key) === url) return
    sessionStorage.setItem(key, url)
    location.reload()
  } catch {
    // Without storage it would never end.
  }
}

/** Ends once the file is in the browser's cache, or the server does not have it. */
async function keep(url: string): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(url)
      await response.arrayBuffer()
      if (response.status === 404) reloadFor(url)
      if (response.status < 500) return
    } catch {
      // No connection: it comes back.
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

const once = (url: string, start: () => Promise<unknown>): Promise<unknown> => {
  const started = kept.get(url) ?? start()
  kept.set(url, started)
  return started
}

const applied = (url: string): Promise<unknown> =>
  new Promise((done) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = url
    link.onload = done
    link.onerror = done
    document.head.append(link)
  })

/** Scripts and styles that the document has loaded. Those that start.js only fetches ahead may have failed, or are not applied. */
const isThere = (url: string): boolean =>
  [...document.querySelectorAll<HTMLLinkElement>('link[href]')].some(
    ({ href, rel }) => href === url && rel !== 'preload',
  )

/**
 * Takes the place of Vite's helper of the same task around each `import()`. A browser that failed to fetch a module does
 * not ask for it again before the page is reloaded, so all files are fetched first, however often that takes.
 */
export async function loadParts<T>(load: () => Promise<T>, files: readonly string[] = [], importer = ''): Promise<T> {
  const missing = files.map((file) => new URL(file, importer).href).filter((url) => !isThere(url))
  await Promise.all(missing.map((url) => once(url, () => keep(url))))
  const styles = missing.filter((url) => url.endsWith('.css'))
  await Promise.all(styles.map((url) => once(`${url}#`, () => applied(url))))
  return load()
}
