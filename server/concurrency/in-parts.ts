import { setImmediate } from 'node:timers/promises'

/**
 * A long list in parts of `size`: `read` gets the last item of the part before. Other requests run between two parts,
 * because an embedded database answers without yielding.
 */
export async function* inParts<T>(size: number, read: (after: T | undefined) => Promise<T[]>): AsyncGenerator<T[]> {
  let part = await read(undefined)
  while (part.length > 0) {
    yield part
    if (part.length < size) return
    await setImmediate()
    part = await read(part.at(-1))
  }
}
