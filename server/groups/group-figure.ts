import packageJson from '#package.json' with { type: 'json' }
import { manyRows, type StoredFigure, staleWhileRevalidate } from '#server/concurrency/stale-while-revalidate.ts'
import type { Deps } from '#server/ports/deps.ts'

const release = packageJson.version

type FigureDeps = Pick<Deps, 'database' | 'clock'>

/** Where the last slow count of this release is: another release may count something else. */
export function storedFigure({ serviceState, transaction }: Deps['database'], figure: string): StoredFigure {
  const name = `figure ${figure}` as const
  return {
    async read() {
      const [writtenBy, ...text] = (await serviceState.get(name))?.split('\n') ?? []
      return writtenBy === release ? text.join('\n') : undefined
    },
    write: (text) => transaction((tx) => tx.serviceState.set(name, `${release}\n${text}`)),
  }
}

/** A figure over all groups, which any change of a group may change. Without a name it ends with the process. */
export const groupFigure = <T>({ database, clock }: FigureDeps, name: string | undefined, count: () => Promise<T>) =>
  staleWhileRevalidate({
    count,
    version: async () => String(await database.changes.version()),
    isLarge: () => database.groups.atLeast(manyRows),
    now: () => clock.now(),
    ...(name && { stored: storedFigure(database, name) }),
  })
