import { coalesce } from '#server/concurrency/coalesce.ts'
import type { ChangePosition, ContentChange, ContentChanges } from '#server/ports/content-changes.ts'
import type { CountedChange } from './change-counters.ts'
import type { Engine, Listening } from './engine.ts'

const everyMs = 1_000
/** Even with a connection that reports changes, a lost message is noticed after this many seconds. */
const checkEvery = 5

type Listener = (change: ContentChange) => void
type Numbers = Pick<ContentChanges, 'version' | 'position' | 'since'>

export interface ChangeFeed {
  /** After the commit. Listeners in all processes are notified; if this process dies first, the others find the change by the counters. */
  committed(counted: CountedChange, change: ContentChange): void
  readonly subscribe: ContentChanges['subscribe']
  readonly subscribed: ContentChanges['subscribed']
  close(): Promise<void>
}

/** Reports changes as they are committed, first to `touched`. Does not query the database while nobody has subscribed. */
export function createChangeFeed(engine: Engine, changes: Numbers, touched: () => void): ChangeFeed {
  const listeners = new Set<Listener>()
  const tell = (change: ContentChange) => {
    touched()
    for (const listener of listeners) listener(change)
  }
  const { notify } = engine
  const announce = notify && coalesce<string, void>((messages) => notify(messages))
  let announced: Promise<void> = Promise.resolve()
  let listening: OtherProcesses | undefined
  const stop = async () => {
    const ended = listening
    listening = undefined
    await ended?.close()
  }
  return {
    committed(counted, change) {
      if (!announce) return tell(change)
      // Without a connection the subscribers have none either, and poll the counters.
      announced = announce(JSON.stringify({ ...counted, ...change })).catch(() => undefined)
    },
    subscribe(listener) {
      // Each call is a listener of its own.
      const own: Listener = (change) => listener(change)
      listeners.add(own)
      if (engine.listen) listening ??= listenToOthers({ listen: engine.listen, changes, tell })
      return () => {
        listeners.delete(own)
        if (listeners.size === 0) void stop()
      }
    },
    subscribed: async () => listening?.started,
    async close() {
      await Promise.all([announced, stop()])
    },
  }
}

interface OtherProcesses {
  /** Changes from here on are noticed. */
  readonly started: Promise<void>
  readonly close: () => Promise<void>
}
interface Source {
  readonly listen: NonNullable<Engine['listen']>
  readonly changes: Numbers
  readonly tell: Listener
}

/** The position after a change, unless one before it is still missing. */
function after(position: ChangePosition, { slot, version }: CountedChange): ChangePosition {
  if (version !== (position.counters.get(slot) ?? 0) + 1) return position
  return { version: position.version + 1, counters: new Map(position.counters).set(slot, version) }
}

/** By messages; by the counters while there is no connection for them, or one was lost. */
function listenToOthers({ listen, changes, tell }: Source): OtherProcesses {
  let last: ChangePosition | undefined
  let seconds = 0
  const listening: Listening = listen((message) => {
    const { slot, version, ...change }: ContentChange & CountedChange = JSON.parse(message)
    last &&= after(last, { slot, version })
    tell(change)
  })
  async function catchUp(): Promise<void> {
    if (last === undefined) {
      last = await changes.position()
      return
    }
    const current = await changes.version()
    if (current <= last.version) return
    const { position, groupIds } = await changes.since(last)
    last = position
    tell({ groupIds: groupIds.length <= 100 ? groupIds : [], by: null, decision: null, movedFrom: 'unknown' })
  }
  let checking = catchUp().catch(() => undefined)
  const timer = setInterval(() => {
    seconds += 1
    if (listening.isConnected() && seconds % checkEvery !== 0) return
    // An outage of the database: the next check finds what has changed.
    checking = checking.then(catchUp).catch(() => undefined)
  }, everyMs)
  return {
    started: Promise.all([checking, listening.attempted]).then(() => undefined),
    async close() {
      clearInterval(timer)
      await Promise.all([checking, listening.close()])
    },
  }
}
