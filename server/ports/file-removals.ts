import type { FileKind } from './file-store.ts'

export interface FileName {
  readonly kind: FileKind
  readonly name: string
}

/**
 * The outbox of files to remove. A file that is about to be written is planned first and cancelled in the transaction
 * that adds its row; a file whose row is deleted is planned in the transaction that deletes it. So a crash leaves
 * garbage that is removed later, never a row without bytes.
 */
export interface FileRemovals {
  /** Not before `dueAt`, ISO 8601. Planning again moves the time. */
  plan(files: readonly FileName[], dueAt: string): Promise<void>
  cancel(files: readonly FileName[]): Promise<void>
  due(now: string, limit: number): Promise<FileName[]>
}
