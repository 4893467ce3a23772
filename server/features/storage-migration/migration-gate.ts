import PQueue from 'p-queue'
import { type OnEnd, RequestLock } from '#server/concurrency/request-lock.ts'
import { AppError } from '#server/errors.ts'
import { checkArchive } from './check-archive.ts'
import { type MigrationDeps, type MigrationResult, migrateStorage, migrationFailure } from './migrate-storage.ts'
import { rollbackStorage } from './rollback-storage.ts'

/** Looks for `groups.json` at most this often: a look takes 2 µs, the fastest answers take 20. */
const lookEveryMs = 20

export interface MigrationGate {
  /**
   * Comes before every request that needs groups: performs the migration when one is due, once for all who wait (D36),
   * and waits for a rollback; one that begins later waits for the end of the request. Returns undefined, at once, when
   * there is nothing to wait for. AppError MIGRATION_FAILED; a file that failed is tried again when it has changed.
   */
  pass(onEnd?: OnEnd): Promise<void> | undefined
  /** Whether groups can be read at once. */
  isOpen(): boolean
  /** Migrates, also a file that failed before. AppError MIGRATION_FAILED. */
  migrate(): Promise<MigrationResult>
  /** Moves the groups to the archive and answers how many they were; 0 when they are there. AppError ROLLBACK_FAILED. */
  rollback(): Promise<number>
  /** What is wrong with a `groups.json` that waits to be migrated. */
  problem(): Promise<AppError | undefined>
  /** Calls `listener` after a migration that brought images. */
  onMigrated(listener: () => void): void
}

export function createMigrationGate(deps: MigrationDeps): MigrationGate {
  const { archive, database, log } = deps
  const listeners: (() => void)[] = []
  const queue = new PQueue({ concurrency: 1 })
  const requests = new RequestLock()
  let looked = Number.NEGATIVE_INFINITY
  let due = false
  let passing: Promise<void> | undefined
  /** The last file that was looked into, and what was wrong with it. */
  let known: { version: string | undefined; error: AppError | undefined } | undefined

  async function migrateNow(): Promise<MigrationResult> {
    const version = await archive.version()
    try {
      const result = await migrateStorage(deps)
      if (result.imagesMigrated > 0) for (const listener of listeners) listener()
      return result
    } catch (error) {
      if ((await archive.version()) !== version) {
        log.warn({ err: error }, 'groups.json has changed since its migration began: looking again')
        return migrateNow()
      }
      const failure = migrationFailure(error)
      if (failure === error && failure.code === 'MIGRATION_FAILED') known = { version, error: failure }
      log.error({ err: failure.cause ?? failure }, 'the migration of groups.json failed')
      throw failure
    }
  }
  const migrate = () => queue.add(migrateNow)

  async function migrateUnlessKnown(): Promise<void> {
    const version = await archive.version()
    if (known?.error && known.version === version) throw known.error
    await migrate()
  }

  function isDue(): boolean {
    const now = performance.now()
    if (due || now - looked >= lookEveryMs) {
      looked = now
      due = archive.exists()
    }
    return due
  }

  /** undefined when no migration is due. */
  function migrated(): Promise<void> | undefined {
    if (!isDue()) return undefined
    passing ??= migrateUnlessKnown().finally(() => {
      passing = undefined
    })
    return passing
  }

  async function rollback(): Promise<number> {
    if (archive.exists()) {
      // What a crash has left is settled first; groups that wait in the archive can stay there.
      if (!(await database.groups.any())) return 0
      await migrate().catch((cause: AppError) => {
        if (cause.code !== 'MIGRATION_FAILED') throw cause
        throw new AppError('ROLLBACK_FAILED', `A groups.json waits that cannot be migrated: ${cause.message}`, {
          cause,
        })
      })
    }
    try {
      return await queue.add(() => rollbackStorage(deps))
    } catch (cause) {
      log.error({ err: cause }, 'the rollback to groups.json failed')
      // A file that was published before the transaction failed goes away again.
      await migrate().catch(() => undefined)
      if (cause instanceof AppError) throw cause
      throw new AppError('ROLLBACK_FAILED', 'The rollback failed; the groups are in the database as before', {
        cause,
      })
    } finally {
      looked = Number.NEGATIVE_INFINITY
    }
  }

  async function waitAndEnter(first: Promise<void> | undefined, onEnd: OnEnd | undefined): Promise<void> {
    await first
    while (requests.released) {
      await requests.released
      await migrated()
    }
    requests.enter(onEnd)
  }

  return {
    migrate,
    onMigrated: (listener) => void listeners.push(listener),

    pass(onEnd) {
      const first = requests.released ? undefined : migrated()
      if (first || requests.released) return waitAndEnter(first, onEnd)
      requests.enter(onEnd)
      return undefined
    },

    isOpen: () => requests.released === undefined && !isDue(),
    rollback: () => requests.runExclusively(rollback),

    async problem() {
      for (;;) {
        const version = await archive.version()
        if (version === undefined) return undefined
        if (known?.version === version) return known.error
        const error = await checkArchive(deps).then(
          () => undefined,
          (cause: unknown) => migrationFailure(cause),
        )
        // A migration that ended meanwhile has taken the file away.
        if ((await archive.version()) !== version) continue
        known = { version, error }
        return error
      }
    },
  }
}
