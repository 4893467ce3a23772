export interface BackupSummary {
  /** Of its folder. */
  readonly name: string
  readonly createdAt: string
  readonly bytes: number
  /** When all of it had been read back; null for one that the command has made without `--check`. */
  readonly verifiedAt: string | null
}

/** Backups of an installation in one folder, in the folder of the settings (D88). */
export interface Backups {
  /** The complete ones, newest first. */
  list(): Promise<BackupSummary[]>
  /** Makes one, reads all of it back and removes old ones. Resolves with why it failed; an abort ends it at once. */
  make(signal: AbortSignal): Promise<string | undefined>
}
