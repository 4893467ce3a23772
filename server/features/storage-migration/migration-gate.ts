import PQueue from 'p-queue'
import { type OnEnd, RequestLock } from '#server/concurrency/request-lock.ts'
import { singleFlight } from '#server/concurrency/single-flight.ts'
import type { Admin } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { checkArchive } from './check-archive.ts'
import { type MigrationDeps, type MigrationResult, migrateStorage, migrationFailure } from './migrate-storage.ts'
import { rollbackStorage } from './rollback-storage.ts'

/** An admin asks for it. */
export interface Requested {
  readonly by: Admin
  /** Its transaction that moves the groups also writes the entry of the log (D51). */
  readonly database: Deps['database']
}

export class MigrationGate {
  readonly #deps: MigrationDeps
  readonly #listeners: (() => unknown)[] = []
  readonly #queue = new PQueue({ concurrency: 1 })
  readonly #requests = new RequestLock()
  #looked = false
  #due = false
  readonly #pass = singleFlight(() => this.#migrateUnlessKnown())
  /** The last file that was checked, and what was wrong with it. */
  #known: { version: string | undefined; error: AppError | undefined } | undefined

  constructor(deps: MigrationDeps) {
    this.#deps = deps
  }

  /**
   * Comes before every request that needs groups: performs the migration when one is due, once for all waiting requests (D36),
   * and waits for a rollback; one that begins later waits for the end of the request. Returns undefined, at once, when
   * there is nothing to wait for. AppError MIGRATION_FAILED; a file that failed is tried again when it has changed.
   */
  pass(onEnd?: OnEnd): Promise<void> | undefined {
    const first = this.#requests.released ? undefined : this.#migrated()
    if (first || this.#requests.released) return this.#waitAndEnter(first, onEnd)
    this.#requests.enter(onEnd)
    return undefined
  }

  /** Whether groups can be read without a wait. */
  isOpen(): boolean {
    return this.#requests.released === undefined && !this.#isDue()
  }

  /** Migrates, also a file that failed before. AppError MIGRATION_FAILED. */
  migrate({ database }: Requested): Promise<MigrationResult> {
    return this.#migrate(database)
  }

  /** Moves the groups to the archive and returns how many there were; 0 when they are there already. AppError ROLLBACK_FAILED. */
  rollback({ database }: Requested): Promise<number> {
    return this.#requests.runExclusively(() => this.#rollBack(database))
  }

  /** Calls `listener` after a migration that brought groups, and waits for it. */
  onMigrated(listener: () => unknown): void {
    this.#listeners.push(listener)
  }

  /** What is wrong with a `groups.json` that waits to be migrated. */
  async problem(): Promise<AppError | undefined> {
    const { archive } = this.#deps
    for (;;) {
      const version = await archive.version()
      if (version === undefined) return undefined
      if (this.#known?.version === version) return this.#known.error
      const error = await checkArchive(this.#deps).then(
        () => undefined,
        (cause: unknown) => migrationFailure(cause),
      )
      // A migration that has finished meanwhile has archived the file.
      if ((await archive.version()) !== version) continue
      this.#known = { version, error }
      return error
    }
  }

  /** `moving` is the database of the transaction that brings the groups. */
  #migrate(moving = this.#deps.database): Promise<MigrationResult> {
    return this.#queue.add(() => this.#migrateNow(moving))
  }

  async #migrateNow(moving: Deps['database']): Promise<MigrationResult> {
    const { archive, log } = this.#deps
    const version = await archive.version()
    try {
      const result = await migrateStorage(this.#deps, moving)
      if (result.groupsMigrated > 0) for (const listener of this.#listeners) await listener()
      return result
    } catch (error) {
      if ((await archive.version()) !== version) {
        log.warn({ err: error }, 'groups.json has changed since its migration began: looking again')
        return this.#migrateNow(moving)
      }
      const failure = migrationFailure(error)
      if (failure === error && failure.code === 'MIGRATION_FAILED') this.#known = { version, error: failure }
      log.error({ err: failure.cause ?? failure }, 'the migration of groups.json failed')
      throw failure
    }
  }

  async #migrateUnlessKnown(): Promise<void> {
    const version = await this.#deps.archive.version()
    if (this.#known?.error && this.#known.version === version) throw this.#known.error
    await this.#migrate()
  }

  /** A look takes 2 µs, the fastest answers take 20: requests that one turn of the event loop reads share one. */
  #isDue(): boolean {
    if (!this.#due && this.#looked) return false
    if (!this.#looked) {
      this.#looked = true
      setImmediate(() => {
        this.#looked = false
      })
    }
    this.#due = this.#deps.archive.exists()
    return this.#due
  }

  /** undefined when no migration is due. */
  #migrated(): Promise<void> | undefined {
    return this.#isDue() ? this.#pass() : undefined
  }

  async #rollBack(moving: Deps['database']): Promise<number> {
    const { archive, database, log } = this.#deps
    if (archive.exists()) {
      // Cleans up after a crash first; groups that wait in the archive can stay there.
      if (!(await database.groups.any())) return 0
      await this.#migrate().catch((cause: AppError) => {
        if (cause.code !== 'MIGRATION_FAILED') throw cause
        const message = `A groups.json waits that cannot be migrated: ${cause.message}`
        throw new AppError('ROLLBACK_FAILED', message, { cause })
      })
    }
    try {
      return await this.#queue.add(() => rollbackStorage(this.#deps, moving))
    } catch (cause) {
      log.error({ err: cause }, 'the rollback to groups.json failed')
      // Removes a file that was published before the transaction failed.
      await this.#migrate().catch(() => undefined)
      if (cause instanceof AppError) throw cause
      const message = 'The rollback failed; the groups are in the database as before'
      throw new AppError('ROLLBACK_FAILED', message, { cause })
    } finally {
      this.#looked = false
    }
  }

  async #waitAndEnter(first: Promise<void> | undefined, onEnd: OnEnd | undefined): Promise<void> {
    await first
    while (this.#requests.released) {
      await this.#requests.released
      await this.#migrated()
    }
    this.#requests.enter(onEnd)
  }
}
