import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Passwords } from './ports/accounts/passwords.ts'
import type { SecretBox } from './ports/accounts/secret-box.ts'
import type { Clock } from './ports/clock.ts'
import type { Counters } from './ports/counters.ts'
import type { Database } from './ports/database.ts'
import type { FileStore } from './ports/file-store.ts'
import type { GroupArchive } from './ports/group-archive.ts'
import type { Metrics } from './ports/metrics.ts'
import type { Messengers } from './ports/notifications/messenger.ts'
import type { HeadReader, Previewer } from './ports/previewer.ts'
import type { EncodeLogo } from './ports/settings/encode-logo.ts'
import type { LiveSettings } from './ports/settings/live-settings.ts'
import type { WithdrawalLedger } from './ports/withdrawals/withdrawal-ledger.ts'

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
  /** Of each channel that is configured; with none nobody is notified. */
  readonly messengers: Messengers
  readonly createHeadReader: () => HeadReader
  readonly encodeLogo: EncodeLogo
}
