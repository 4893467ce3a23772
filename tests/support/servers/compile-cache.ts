import { join } from 'node:path'

/** Workers, and the processes that decode images for them, load what is compiled already: a third of the time. */
export function setup(): void {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../../node_modules/.cache/compile')
}
