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
  const path = url.split('?', 1)[0] ?? ''
  if (!isAdminPath(path)) return url
  return path.split('/').every((part) => isReadablePart(part, maxLength)) ? url : unknownAdminPath
}
