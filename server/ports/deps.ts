import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import type {
  FailedValidationReads,
  FailedValidationWrites,
  FormerTokenReads,
  FormerTokenWrites,
} from '#server/ports/logs/failed-validations.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { SecondFactorReads, SecondFactorWrites } from './accounts/second-factors.ts'
import type { SecretBox } from './accounts/secret-box.ts'
import type { SessionReads, SessionWrites } from './accounts/session-store.ts'
import type { UserReads, UserWrites } from './accounts/user-store.ts'
import type { Backups } from './backups.ts'
import type { Clock } from './clock.ts'
import type { ConsentReads, ConsentWrites, PlatformReads, PlatformWrites } from './consent-store.ts'
import type { ContentChanges } from './content-changes.ts'
import type { Counters } from './counters.ts'
import type { ExhibitionReads, ExhibitionWrites, LiveExhibitions } from './exhibitions.ts'
import type { FileName, FileRemovalReads, FileRemovals } from './file-removals.ts'
import type { FileStore } from './file-store.ts'
import type { GroupArchive } from './group-archive.ts'
import type { GroupReads, GroupWrites } from './group-store.ts'
import type { GroupTransfer } from './group-transfer.ts'
import type { ImageReads, ImageWrites } from './image-store.ts'
import type { JobReads, JobStore } from './job-store.ts'
import type { AdminAuditReads, AdminAuditWrites } from './logs/admin-audit.ts'
import type { AuditLogReads, AuditLogWrites } from './logs/audit-log.ts'
import type { DeletionLogReads, DeletionLogWrites } from './logs/deletion-log.ts'
import type { Metrics } from './metrics.ts'
import type { ModerationReads } from './moderation-reads.ts'
import type { ModerationUndo } from './moderation-undo.ts'
import type { ChatReads, ChatWrites } from './notifications/chat-store.ts'
import type { Messengers } from './notifications/messenger.ts'
import type { NotificationOutbox } from './notifications/notification-outbox.ts'
import type { OverviewReads } from './overview-reads.ts'
import type { HeadReader, Previewer } from './previewer.ts'
import type { RemovalRequestReads, RemovalRequestWrites } from './removal-requests.ts'
import type { RenditionCache } from './rendition-cache.ts'
import type { ScreenReads, ScreenWrites } from './screens.ts'
import type { ServiceState, ServiceStateReads } from './service-state.ts'
import type { EncodeLogo, LiveSettings, SettingReads, SettingWrites } from './settings/setting-store.ts'
import type { StaffLinkReads, StaffLinkWrites } from './staff-links.ts'
import type { SubmissionReads, SubmissionWrites } from './submission-store.ts'
import type { TakedownReads, TakedownWrites } from './takedown-store.ts'
import type { WithdrawalLedger, WithdrawalReads, WithdrawalWrites } from './withdrawals/withdrawals.ts'

/** Everything a use case works with. */
export interface Deps {
  readonly config: Config
  readonly settings: LiveSettings
  readonly exhibitions: LiveExhibitions
  readonly log: Logger
  readonly clock: Clock
  /** For what is deleted after a time: a clock that is set forward while the service runs deletes nothing early. */
  readonly expiryClock: Clock
  readonly database: Database
  readonly counters: Counters
  readonly files: FileStore
  readonly ledger: WithdrawalLedger
  readonly archive: GroupArchive
  readonly previewer: Previewer
  readonly renditions: RenditionCache
  readonly passwords: Passwords
  readonly secretBox: SecretBox
  readonly metrics: Metrics
  /** One for each configured channel; with none, no notifications are sent. */
  readonly messengers: Messengers
  readonly backups: Backups
  readonly createHeadReader: () => HeadReader
  readonly encodeLogo: EncodeLogo
}

/** The stores: what reads, `never` where nothing does outside of a transaction, and what a transaction can do. */
interface Stores {
  readonly exhibitions: [ExhibitionReads, ExhibitionWrites]
  readonly groups: [GroupReads, GroupWrites]
  readonly images: [ImageReads, ImageWrites]
  readonly consents: [ConsentReads, ConsentWrites]
  readonly platforms: [PlatformReads, PlatformWrites]
  readonly submissions: [SubmissionReads, SubmissionWrites]
  readonly fileRemovals: [FileRemovalReads, FileRemovals]
  readonly notifications: [never, NotificationOutbox]
  readonly deletionLog: [DeletionLogReads, DeletionLogWrites]
  readonly auditLog: [AuditLogReads, AuditLogWrites]
  readonly failedValidations: [FailedValidationReads, FailedValidationWrites]
  readonly formerTokens: [FormerTokenReads, FormerTokenWrites]
  readonly jobs: [JobReads, JobStore]
  readonly users: [UserReads, UserWrites]
  readonly sessions: [SessionReads, SessionWrites]
  readonly moderationUndo: [never, ModerationUndo]
  readonly takedowns: [TakedownReads, TakedownWrites]
  readonly removalRequests: [RemovalRequestReads, RemovalRequestWrites]
  readonly screens: [ScreenReads, ScreenWrites]
  readonly staffLinks: [StaffLinkReads, StaffLinkWrites]
  readonly chat: [ChatReads, ChatWrites]
  readonly secondFactors: [SecondFactorReads, SecondFactorWrites]
  readonly adminAudit: [AdminAuditReads, AdminAuditWrites]
  readonly transfer: [never, GroupTransfer]
  readonly serviceState: [ServiceStateReads, ServiceState]
  readonly withdrawals: [WithdrawalReads, WithdrawalWrites]
  readonly settings: [SettingReads, SettingWrites]
}

/** The stores inside a transaction. All or nothing of what they write takes effect. */
export type Transaction = { readonly [Name in keyof Stores]: Stores[Name][1] }

type ReadStores = { readonly [Name in keyof Stores as Stores[Name][0] extends never ? never : Name]: Stores[Name][0] }

/**
 * Rows. Outside a transaction they can only be read. Failures are those of the database; one that cannot be reached is
 * AppError TEMPORARILY_UNAVAILABLE, a full disk STORAGE_FULL.
 */
export interface Database extends ReadStores, AsyncDisposable {
  readonly moderation: ModerationReads
  readonly overview: OverviewReads
  readonly changes: ContentChanges
  /** Plans removals in a transaction of its own. */
  planFileRemovals(files: readonly FileName[], delayMs: number): Promise<void>
  /** Forgets planned removals: the files are gone. */
  completeFileRemovals(files: readonly FileName[]): Promise<void>
  readonly nextNotification: NotificationOutbox['next']
  /** Calls `listener` after every commit of this process that added a notification. */
  onNotification(listener: () => void): void
  /**
   * Calls `write` after every commit of this process that added a withdrawal; the transaction ends when it has. It must not
   * fail. The cleanup's deletions do not wait: they are many, and no user was promised anything.
   */
  onWithdrawal(write: () => Promise<void>): void
  /** No other process works on these rows: what an earlier process left behind can be taken over immediately. */
  readonly exclusive: boolean
  /** Inside `run` only `tx` may be used; no file, image or network call belongs there. */
  transaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Adds to the search what it lacks of the next `limit` groups behind `after`, by id: those from before the search had an
   * index. Returns the last id it looked at; undefined when there are no more.
   */
  fillSearch(after: string, limit: number): Promise<string | undefined>
  /**
   * Reserves disk space for what must be written when the disk is full, where the database is on this machine. true when
   * the reserve was missing and is there again.
   */
  keepReserve(): Promise<boolean>
  /** Lets `handler` free some space when a write finds the disk full and the reserve used up; false when it frees none. */
  onFullDisk(handler: () => Promise<boolean>): void
  /** Throws when the database does not answer. */
  health(): Promise<void>
}
