import type { Kysely } from 'kysely'
import type { ContentChange, ContentChanges } from '#server/ports/content-changes.ts'
import type { Engine, Listening } from './engine.ts'
import type { Tables } from './tables.ts'

const everyMs = 1_000
/** With a connection that tells of changes, one that was lost is noticed after this many seconds. */
const checkEvery = 5

type Listener = (change: ContentChange) => void

export interface ChangeFeed {
  /** Part of the transaction: other processes hear of it when it is committed. */
  announce(tx: Kysely<Tables>, version: number, change: ContentChange): Promise<void>
  /** Where there are no other processes, this one's listeners hear of it here. */
  committed(change: ContentChange): void
  readonly follow: ContentChanges['follow']
  close(): Promise<void>
}

/** Tells of changes as they are committed. Nothing is asked of the database while nobody follows. */
export function createChangeFeed(engine: Engine, changes: Pick<ContentChanges, 'version' | 'since'>): ChangeFeed {
  const listeners = new Set<Listener>()
  const tell = (change: ContentChange) => {
    for (const listener of listeners) listener(change)
  }
  let following: Following | undefined
  const stop = async () => {
    const ended = following
    following = undefined
    await ended?.close()
  }
  return {
    announce: async (tx, version, change) => engine.notify?.(tx, JSON.stringify({ version, ...change })),
    committed(change) {
      if (!engine.notify) tell(change)
    },
    follow(listener) {
      // Each call is a listener of its own.
      const own: Listener = (change) => listener(change)
      listeners.add(own)
      if (engine.listen) following ??= followOthers({ listen: engine.listen, changes, tell })
      return () => {
        listeners.delete(own)
        if (listeners.size === 0) void stop()
      }
    },
    close: stop,
  }
}

interface Following {
  readonly close: () => Promise<void>
}
interface Source {
  readonly listen: NonNullable<Engine['listen']>
  readonly changes: Pick<ContentChanges, 'version' | 'since'>
  readonly tell: Listener
}

/** By messages; by the number of the last change while there is no connection for them, or one was lost. */
function followOthers({ listen, changes, tell }: Source): Following {
  let last: number | undefined
  let seconds = 0
  const listening: Listening = listen((message) => {
    const { version, ...change } = JSON.parse(message) as ContentChange & { version: number }
    last = Math.max(last ?? 0, version)
    tell(change)
  })
  async function catchUp(): Promise<void> {
    const current = await changes.version()
    const known = last
    last = Math.max(known ?? 0, current)
    if (known === undefined || current <= known) return
    const { groupIds } = await changes.since(known)
    tell({ groupIds: groupIds.length <= 100 ? groupIds : [], by: null, decision: null })
  }
  let checking = catchUp().catch(() => undefined)
  const timer = setInterval(() => {
    seconds += 1
    if (listening.isConnected() && seconds % checkEvery !== 0) return
    // An outage of the database: the next check finds what has changed.
    checking = checking.then(catchUp).catch(() => undefined)
  }, everyMs)
  return {
    async close() {
      clearInterval(timer)
      await Promise.all([checking, listening.close()])
    },
  }
}
