import { AppError } from '#server/domain/errors.ts'
import { ownedForMs } from '#server/domain/file-ownership.ts'
import type { ImageName } from '#server/domain/names.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { FileDraft } from '#server/ports/file-store.ts'

/**
 * Files that are being made. Disposing them removes those that no transaction has taken; after a crash the outbox does
 * that.
 */
export class DraftFiles implements AsyncDisposable {
  readonly #deps: Pick<Deps, 'database' | 'files' | 'log'>
  readonly #names: FileName[] = []
  readonly #drafts: FileDraft[] = []
  #kept = false

  constructor(deps: Pick<Deps, 'database' | 'files' | 'log'>) {
    this.#deps = deps
  }

  /** Before they are made. Those that are not are forgotten with the commit. */
  async plan(files: readonly FileName[]): Promise<void> {
    await this.#deps.database.planFileRemovals(files, ownedForMs)
    this.#names.push(...files)
  }

  async open({ kind, name }: FileName): Promise<FileDraft> {
    const draft = await this.#deps.files.draft(kind, name)
    this.#drafts.push(draft)
    return draft
  }

  async openImage({ fileName, previewName }: ImageName): Promise<{ original: FileDraft; preview: FileDraft }> {
    const original = await this.open({ kind: 'original', name: fileName })
    return { original, preview: await this.open({ kind: 'preview', name: previewName }) }
  }

  /** All are durable when it resolves. */
  async commit(): Promise<void> {
    await Promise.all(this.#drafts.map((draft) => draft.commit()))
  }

  /** Runs the transaction that takes the files: from its commit on they belong to its rows, or are held for a submission. */
  async take<T>(keep: 'cancel' | 'hold', run: (tx: Transaction) => Promise<T>): Promise<T> {
    let expired = false
    try {
      const result = await this.#deps.database.transaction(async (tx) => {
        expired = (await tx.fileRemovals[keep](this.#names)) < this.#names.length
        if (expired) throw tookTooLong()
        return run(tx)
      })
      this.#kept = true
      return result
    } catch (error) {
      // When the connection to the database broke, the commit may have happened all the same. The outbox knows: it has the files of
      // a commit that did not.
      this.#kept = !expired && error instanceof AppError && error.code === 'TEMPORARILY_UNAVAILABLE'
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#kept) return
    try {
      await Promise.all(this.#drafts.map((draft) => draft.discard()))
      await this.#deps.database.completeFileRemovals(this.#names)
    } catch (err) {
      this.#deps.log.warn({ err }, 'files that were not kept are left to the outbox')
    }
  }
}

/** They were mistaken for those of a crashed process, and removed. */
const tookTooLong = () =>
  new AppError('TEMPORARILY_UNAVAILABLE', 'This took too long, so its files were removed. Send it again')
