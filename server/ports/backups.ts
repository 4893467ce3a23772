import type { listBackups } from '#contract/backups.ts'
import type { Reply } from '#contract/operation/operation.ts'

/** `verifiedAt` is null for one that the command has made without `--check`. */
export type BackupSummary = Readonly<Reply<typeof listBackups>['backups'][number]>

/** Backups of an installation in one folder, in the folder of the settings (D88). */
export interface Backups {
  /** The complete ones, newest first. */
  list(): Promise<BackupSummary[]>
  /** Makes one, reads all of it back and removes old ones. Resolves with why it failed; an abort ends it at once. */
  make(signal: AbortSignal): Promise<string | undefined>
}
