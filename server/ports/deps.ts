import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { SecretBox } from './accounts/secret-box.ts'
import type { Backups } from './backups.ts'
import type { Clock } from './clock.ts'
import type { Counters } from './counters.ts'
import type { Database } from './database.ts'
import type { FileStore } from './file-store.ts'
import type { GroupArchive } from './group-archive.ts'
import type { Metrics } from './metrics.ts'
import type { Messengers } from './notifications/messenger.ts'
import type { HeadReader, Previewer } from './previewer.ts'
import type { EncodeLogo, LiveSettings } from './settings/setting-store.ts'
import type { WithdrawalLedger } from './withdrawals/withdrawals.ts'

/** Everything a use case works with. */
export interface Deps {
  readonly config: Config
  readonly settings: LiveSettings
  readonly log: Logger
  readonly clock: Clock
  readonly database: Database
  readonly counters: Counters
  readonly files: FileStore
  readonly ledger: WithdrawalLedger
  readonly archive: GroupArchive
  readonly previewer: Previewer
  readonly passwords: Passwords
  readonly secretBox: SecretBox
  readonly metrics: Metrics
  /** One for each configured channel; with none, no notifications are sent. */
  readonly messengers: Messengers
  /** undefined where a database server or a bucket has tools of its own. */
  readonly backups: Backups | undefined
  readonly createHeadReader: () => HeadReader
  readonly encodeLogo: EncodeLogo
}
