import { AppError } from '#server/errors.ts'
import type { Engine } from './engine.ts'

/** What is said about a database that cannot take a write; anything else stays what it is. */
function told(engine: Engine, cause: unknown): unknown {
  if (engine.isFull(cause)) return new AppError('STORAGE_FULL', 'There is no room left in the database', { cause })
  if (!engine.isUnwritable(cause)) return cause
  return new AppError('TEMPORARILY_UNAVAILABLE', 'The database cannot be written right now', { cause })
}

/**
 * Runs a write; on a full disk once more, with the room that is kept for that. AppError STORAGE_FULL,
 * TEMPORARILY_UNAVAILABLE.
 */
export async function writing<T>(engine: Engine, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (!engine.isFull(cause) || !engine.releaseReserve()) throw told(engine, cause)
  }
  try {
    return await write()
  } catch (cause) {
    throw told(engine, cause)
  }
}
