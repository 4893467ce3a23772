import type { RequestListener } from 'node:http'

/**
 * Takes BASE_PATH off each request, so that no other code has to know about it. A proxy may have taken it off already:
 * requests without it are passed on unchanged.
 */
export function withoutBasePath(basePath: string, next: RequestListener): RequestListener {
  if (basePath === '') return next
  return (request, response) => {
    const { url = '/' } = request
    if (url.startsWith(`${basePath}/`)) request.url = url.slice(basePath.length)
    // Relative links and the scope of the service worker need the slash.
    else if (url === basePath) return void response.writeHead(308, { location: `${basePath}/` }).end()
    next(request, response)
  }
}

/** The document of the pages with its own files below `basePath`, which the pages read from `data-base`. */
export function documentBelow(basePath: string, document: string): string {
  if (basePath === '') return document
  return document
    .replace('<html', `<html data-base="${basePath}"`)
    .replace(/(?<=[\s"])\/(?=(?:assets|icons)\/|start\.js|old-browser\.js|plain-form|favicon\.svg|")/g, `${basePath}/`)
}
