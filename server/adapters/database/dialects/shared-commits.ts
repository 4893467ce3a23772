import { type Kysely, sql, type Transaction } from 'kysely'
import type { Engine } from '#server/adapters/database/engine.ts'
import type { Tables } from '#server/adapters/database/tables.ts'

/** Reports to the caller how its transaction ended. */
type Settle = () => void

interface Member {
  /** The settling is for after the commit. */
  readonly run: (tx: Transaction<Tables>) => Promise<Settle>
  readonly reject: (error: unknown) => void
}

/**
 * Transactions that begin in one turn of the event loop share a commit, and commits that wait for the disk one flush; none
 * returns before. One that fails is undone alone. When the commit fails, each begins again on its own; when the flush
 * fails, they fail without being undone.
 */
export function shareCommits(db: Kysely<Tables>, flush: () => Promise<void>): Engine['transaction'] {
  let waiting: Member[] = []
  let isScheduled = false

  function schedule(): void {
    isScheduled = waiting.length > 0
    if (isScheduled) setImmediate(commitWaiting)
  }

  async function commitWaiting(): Promise<void> {
    const members = waiting
    waiting = []
    await commit(members)
    schedule()
  }

  async function commit(members: readonly Member[]): Promise<void> {
    try {
      const settles = await db.transaction().execute((tx) => runAll(tx, members))
      // The next ones begin meanwhile.
      void settleWhenFlushed(members, settles)
    } catch (error) {
      if (members.length === 1) members[0]?.reject(error)
      // On a full disk a small one may still fit in.
      else for (const member of members) await commit([member])
    }
  }

  async function settleWhenFlushed(members: readonly Member[], settles: readonly Settle[]): Promise<void> {
    try {
      await flush()
      for (const settle of settles) settle()
    } catch (error) {
      for (const { reject } of members) reject(error)
    }
  }

  return (run) =>
    new Promise((resolve, reject) => {
      const member = async (tx: Transaction<Tables>) => {
        const value = await run(tx)
        return () => resolve(value)
      }
      waiting.push({ run: member, reject })
      if (!isScheduled) schedule()
    })
}

async function runAll(tx: Transaction<Tables>, members: readonly Member[]): Promise<Settle[]> {
  const [first, ...others] = members
  if (first && others.length === 0) return [await first.run(tx)]
  const settles: Settle[] = []
  for (const member of members) settles.push(await runBesideOthers(tx, member))
  return settles
}

async function runBesideOthers(tx: Transaction<Tables>, { run, reject }: Member): Promise<Settle> {
  await sql`savepoint member`.execute(tx)
  try {
    const settle = await run(tx)
    await sql`release member`.execute(tx)
    return settle
  } catch (error) {
    // A full disk has undone everything, also the savepoint: then the commit of all fails.
    await sql`rollback to member`.execute(tx).catch(() => Promise.reject(error))
    await sql`release member`.execute(tx)
    return () => reject(error)
  }
}
