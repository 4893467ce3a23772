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

/** The path of a request, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** Whether the router takes a part of a path: percent codes that are UTF-8, and not too long. */
export function isReadablePart(part: string, maxLength: number): boolean {
  try {
    return decodeURIComponent(part).length <= maxLength
  } catch {
    return false
  }
}

/** A path with the ASCII characters that stand in percent codes, as the router reads it. */
export const plainPath = (path: string): string => path.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent)

/** Whether a path leads below `/api/admin`. */
export const isAdminPath = (path: string): boolean => /^\/api\/admin(\/|$)/i.test(plainPath(path))

const unknownAdminPath = '/api/admin/~'

/**
 * A path below `/api/admin` that the router would refuse before any guard sees it becomes an unknown one, so that
 * nobody learns anything there without a session (D3).
 */
export function withReadableAdminPath(url: string, maxLength: number): string {
  const path = pathOf(url)
  if (!isAdminPath(path)) return url
  return path.split('/').every((part) => isReadablePart(part, maxLength)) ? url : unknownAdminPath
}
