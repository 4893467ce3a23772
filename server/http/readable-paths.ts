/** Whether the router takes a part of a path: percent codes that are UTF-8, and not too long. */
export function isReadablePart(part: string, maxLength: number): boolean {
  try {
    return decodeURIComponent(part).length <= maxLength
  } catch {
    return false
  }
}

const unknownAdminPath = '/api/admin/~'

/**
 * A path below `/api/admin` that the router would refuse before any guard sees it becomes an unknown one, so that
 * nobody is told anything there without a session (D3).
 */
export function withReadableAdminPath(url: string, maxLength: number): string {
  if (!/^\/api\/admin(\/|$)/i.test(url)) return url
  const path = url.split('?', 1)[0] ?? ''
  return path.split('/').every((part) => isReadablePart(part, maxLength)) ? url : unknownAdminPath
}
