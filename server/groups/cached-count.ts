import { LRUCache } from 'lru-cache'
import packageJson from '#package.json' with { type: 'json' }
import {
  largeTableRows,
  type ServedCount,
  type StoredCount,
  staleWhileRevalidate,
} from '#server/concurrency/stale-while-revalidate.ts'
import { type GroupScope, scopeKey } from '#server/domain/group-scope.ts'
import type { Deps } from '#server/ports/deps.ts'

const release = packageJson.version

type CountDeps = Pick<Deps, 'database' | 'clock'>

/** Where the last slow count of this release is: another release may count something else. */
function storedCount({ serviceState, transaction }: Deps['database'], count: string): StoredCount {
  const name = `figure ${count}` as const
  return {
    async read() {
      const [writtenBy, ...text] = (await serviceState.get(name))?.split('\n') ?? []
      return writtenBy === release ? text.join('\n') : undefined
    },
    write: (text) => transaction((tx) => tx.serviceState.set(name, `${release}\n${text}`)),
  }
}

interface GroupCount<T> {
  /** Without one it is lost when the process ends. */
  readonly name?: string | undefined
  readonly count: () => Promise<T>
  /** What changes the count besides the groups. */
  readonly also?: () => string
  readonly share?: number
}

/** A count over all groups, which any change of a group may change. */
export const cachedGroupCount = <T>({ database, clock }: CountDeps, { name, also, ...count }: GroupCount<T>) =>
  staleWhileRevalidate({
    ...count,
    version: async () => `${await database.changes.version()} ${also?.() ?? ''}`,
    isLarge: () => database.groups.atLeast(largeTableRows),
    now: () => clock.now(),
    ...(name && { stored: storedCount(database, name) }),
  })

/** More than a team looks at. */
const keptCounts = 100

/** Cached counts by what they count: those used last. */
export function countsBy<Of, T>(keyOf: (of: Of) => string, count: (of: Of) => () => Promise<ServedCount<T>>) {
  const counts = new LRUCache<string, () => Promise<ServedCount<T>>>({ max: keptCounts })
  return (of: Of): Promise<ServedCount<T>> => {
    const key = keyOf(of)
    const found = counts.get(key) ?? count(of)
    counts.set(key, found)
    return found()
  }
}

interface ScopedCount<T> extends Pick<GroupCount<T>, 'also'> {
  readonly name: string
  readonly count: (scope: GroupScope) => Promise<T>
}

const nameIn = (name: string, scope: GroupScope) => [name, scopeKey(scope)].filter(Boolean).join(' ')

/** A count over the groups of each scope. */
export const cachedScopedCount = <T>(deps: CountDeps, { name, count, ...also }: ScopedCount<T>) =>
  countsBy(scopeKey, (scope: GroupScope) =>
    cachedGroupCount(deps, { ...also, name: nameIn(name, scope), count: () => count(scope) }),
  )

interface Log<T> {
  lastId(): Promise<number>
  totals(scope: GroupScope): Promise<T>
}

/** The figures of a log, which change with its last entry; those of some exhibitions also with a move of groups. */
export const cachedLogCount = <T>({ database, clock }: CountDeps, name: string, log: Log<T>) =>
  countsBy(scopeKey, (scope: GroupScope) =>
    staleWhileRevalidate({
      count: () => log.totals(scope),
      version: async () => `${await log.lastId()} ${scope === 'all' ? '' : await database.changes.version()}`,
      isLarge: async () => (await log.lastId()) >= largeTableRows,
      now: () => clock.now(),
      stored: storedCount(database, nameIn(name, scope)),
    }),
  )
