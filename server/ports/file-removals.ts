import type { FileKind } from './file-store.ts'

export interface FileName {
  readonly kind: FileKind
  readonly name: string
}

/**
 * The outbox of files to remove. A file that is about to be written is planned first and cancelled in the transaction
 * that adds its row; a file whose row is deleted is planned in the transaction that deletes it. A crash therefore leaves
 * garbage that is removed later, never a row without bytes. Times are those of the database, or of this process's life
 * where no other process writes: a clock that jumps removes no file that is being made.
 */
export interface FileRemovals {
  /** Due after `delayMs`. Planning again moves the time, but not of a claimed removal. */
  plan(files: readonly FileName[], delayMs: number): Promise<void>
  /**
   * Planned without a time: they belong to a submission until they are cancelled or planned again. Returns how many were held;
   * the others have been claimed.
   */
  hold(files: readonly FileName[]): Promise<number>
  /** Returns how many were cancelled. The others have been claimed: their files are gone or about to go. */
  cancel(files: readonly FileName[]): Promise<number>
  /** Claims removals that are due, and those that a crashed process has claimed. They can no longer be cancelled. */
  claim(limit: number): Promise<FileName[]>
  /** Claims all removals that nothing holds, also those that are not due: the processes that planned them have ended. */
  claimAll(): Promise<void>
  /** The files are removed. */
  complete(files: readonly FileName[]): Promise<void>
}

export interface FileRemovalReads {
  due(limit: number): Promise<FileName[]>
  /** All of them, due or not, the latest due first. */
  planned(limit?: number): Promise<FileName[]>
}
