import packageJson from '#package.json' with { type: 'json' }
import { largeTableRows, type StoredCount, staleWhileRevalidate } from '#server/concurrency/stale-while-revalidate.ts'
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

interface Log<T> {
  latest(limit: number): Promise<readonly { readonly id: number }[]>
  totals(): Promise<T>
}

/** The figures of a log, which change with its last entry. */
export function cachedLogCount<T>({ database, clock }: CountDeps, name: string, log: Log<T>) {
  const lastId = async () => (await log.latest(1))[0]?.id ?? 0
  return staleWhileRevalidate({
    count: () => log.totals(),
    version: async () => String(await lastId()),
    isLarge: async () => (await lastId()) >= largeTableRows,
    now: () => clock.now(),
    stored: storedCount(database, name),
  })
}
