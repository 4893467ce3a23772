import { AppError } from '#server/domain/errors.ts'
import type { Engine } from './engine.ts'

/** Turns the error of a database that cannot take a write into an AppError; returns any other error unchanged. */
function toAppError(engine: Engine, cause: unknown): unknown {
  if (engine.isFull(cause)) return new AppError('STORAGE_FULL', 'There is no space left for the database', { cause })
  if (!engine.isUnwritable(cause)) return cause
  return new AppError('TEMPORARILY_UNAVAILABLE', 'The database cannot be written right now', { cause })
}

const lastResorts = new WeakMap<Engine, () => Promise<boolean>>()

/** Lets `freeSpace` free some when the disk is full and the reserve is used up. */
export const onFullDisk = (engine: Engine, freeSpace: () => Promise<boolean>): void =>
  void lastResorts.set(engine, freeSpace)

/**
 * Runs a write. On a full disk it runs again after the reserve is released, and once more after the last resort. AppError
 * STORAGE_FULL, TEMPORARILY_UNAVAILABLE.
 */
export async function retryOnFullDisk<T>(engine: Engine, write: () => Promise<T>): Promise<T> {
  for (const release of [engine.releaseReserve, async () => lastResorts.get(engine)?.()]) {
    try {
      return await write()
    } catch (cause) {
      if (!engine.isFull(cause)) throw toAppError(engine, cause)
      await release()
    }
  }
  return await write().catch((cause) => Promise.reject(toAppError(engine, cause)))
}
