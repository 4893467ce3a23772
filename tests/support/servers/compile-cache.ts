import { join } from 'node:path'

/** Workers and their preview processes load compiled code, in a third of the time. */
export function setup(): void {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../../node_modules/.cache/compile')
}
