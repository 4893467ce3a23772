/** Facts of the installation that are not settings. */
type StateName =
  | 'storage_migration'
  | 'installation'
  | 'storage_copy'
  | 'session_secret'
  /** Locked while an account or its second factors change. */
  | 'accounts'
  | 'cleanup_requested'
  /** Why a backup is wished for, until it has ended. */
  | 'backup_requested'
  /** Of the last backup, as JSON; empty after a success. */
  | 'backup_failure'
  /** Since when none had succeeded, when the team was last told so. */
  | 'backup_reported'
  | 'ledger'
  | 'settings'
  /** The number of the bot and of its next update that is to be read (D92). */
  | 'chat_offset'
  /** Locked while an exhibition is added. */
  | 'exhibitions'
  /** Of which deletion of its groups the team was told, and when (`ToldDeletion` as JSON). */
  | `exhibition_deletion ${number}`
  /** Locked while a removal request is added. */
  | 'removal_requests'
  /** Locked while the first admin is set up. */
  | 'setup'
  /** The secret of the addresses of photos in the gallery; created by the migration. */
  | 'gallery_secret'
  /** The last count of a figure that takes long. */
  | `figure ${string}`

export interface ServiceStateReads {
  /** undefined before it was first set. */
  get(name: StateName): Promise<string | undefined>
}

export interface ServiceState extends ServiceStateReads {
  /** Reads the value; another transaction that locks it waits until this one ends. */
  lock(name: StateName): Promise<string | undefined>
  set(name: StateName, value: string): Promise<void>
}
