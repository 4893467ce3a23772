import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, KyselyPlugin } from 'kysely'
import type { StoreContext } from '#server/adapters/database/stores/queries.ts'
import type { Database, Transaction } from '#server/ports/deps.ts'
import { type CountedChange, readCounters, recordChanges } from './change-counters.ts'
import { type ChangeFeed, createChangeFeed } from './change-feed.ts'
import type { Engine } from './engine.ts'
import { fillSearch, updateSearch } from './group-search.ts'
import { migrate } from './migrate.ts'
import { withRecentVersion } from './recent-version.ts'
import { onFullDisk, retryOnFullDisk } from './retry-on-full-disk.ts'
import { secondFactorStore } from './stores/accounts/second-factors.ts'
import { sessionStore } from './stores/accounts/session-store.ts'
import { userStore } from './stores/accounts/user-store.ts'
import { chatStore } from './stores/chat.ts'
import { consentStore, platformStore } from './stores/consent-store.ts'
import { exhibitionStore } from './stores/exhibitions.ts'
import { fileRemovalReads, fileRemovalStore } from './stores/file-removals.ts'
import { groupStore } from './stores/group-store.ts'
import { groupTransfer } from './stores/group-transfer.ts'
import { imageStore } from './stores/image-store.ts'
import { jobStore } from './stores/job-store.ts'
import { adminAuditStore } from './stores/logs/admin-audit.ts'
import { auditLogStore } from './stores/logs/audit-log.ts'
import { deletionLogStore } from './stores/logs/deletion-log.ts'
import { failedValidationStore, formerTokenStore } from './stores/logs/failed-validations.ts'
import { moderationReads } from './stores/moderation-reads.ts'
import { moderationUndoStore } from './stores/moderation-undo.ts'
import { notificationOutbox } from './stores/notification-outbox.ts'
import { overviewReads } from './stores/overview-reads.ts'
import { run } from './stores/queries.ts'
import { removalRequestStore } from './stores/removal-requests.ts'
import { screenStore } from './stores/screens.ts'
import { serviceStateStore } from './stores/service-state.ts'
import { settingStore } from './stores/settings.ts'
import { staffLinkStore } from './stores/staff-links.ts'
import { submissionStore } from './stores/submissions.ts'
import { takedownStore } from './stores/takedowns/takedowns.ts'
import { withdrawalStore } from './stores/withdrawals.ts'
import type { Tables } from './tables.ts'
import { changeOf, type TransactionEffects, transactionEffects } from './transaction-effects.ts'

const stores = (context: StoreContext): Transaction => ({
  exhibitions: exhibitionStore(context),
  groups: groupStore(context),
  images: imageStore(context),
  consents: consentStore(context),
  platforms: platformStore(context),
  submissions: submissionStore(context),
  fileRemovals: fileRemovalStore(context),
  notifications: notificationOutbox(context),
  deletionLog: deletionLogStore(context),
  auditLog: auditLogStore(context),
  failedValidations: failedValidationStore(context),
  formerTokens: formerTokenStore(context),
  jobs: jobStore(context),
  users: userStore(context),
  sessions: sessionStore(context),
  moderationUndo: moderationUndoStore(context),
  takedowns: takedownStore(context),
  removalRequests: removalRequestStore(context),
  screens: screenStore(context),
  staffLinks: staffLinkStore(context),
  chat: chatStore(context),
  secondFactors: secondFactorStore(context),
  adminAudit: adminAuditStore(context),
  transfer: groupTransfer(context),
  serviceState: serviceStateStore(context),
  withdrawals: withdrawalStore(context),
  settings: settingStore(context),
})

const ignore = () => undefined
/** Outside of transactions nothing is written. */
const noEffects = { changed: ignore, moved: ignore, queued: ignore, withdrew: ignore, audited: ignore }

const refuseInside = (inTransaction: AsyncLocalStorage<true>): KyselyPlugin => ({
  transformQuery({ node }) {
    if (inTransaction.getStore()) throw new Error('Inside a transaction only its own stores may be used')
    return node
  },
  transformResult: async ({ result }) => result,
})

interface Run<T> {
  readonly inTransaction: AsyncLocalStorage<true>
  readonly run: (tx: Transaction) => Promise<T>
  readonly feed: ChangeFeed
  /** Called before and after the commit of a change of groups, also of one that fails. */
  readonly touch: () => void
  /** Called after the commit. */
  readonly committed: (effects: TransactionEffects) => Promise<void>
}

async function inNewTransaction<T>(engine: Engine, { inTransaction, run, feed, touch, committed }: Run<T>): Promise<T> {
  const [value, effects, counted] = await retryOnFullDisk(engine, async () => {
    const { effects, ...record } = transactionEffects()
    let counted: CountedChange | undefined
    const value = await engine
      .transaction(async (tx) => {
        const value = await inTransaction.run(true, () => run(stores({ db: tx, engine, ...record })))
        const { changed } = effects
        if (changed.size > 0) {
          touch()
          await updateSearch(tx, changed)
          counted = await recordChanges(tx, engine, changed)
        }
        return value
      })
      .finally(() => effects.changed.size > 0 && touch())
    return [value, effects, counted] as const
  })
  engine.committed(effects)
  if (counted) feed.committed(counted, changeOf(effects))
  await committed(effects)
  return value
}

/** What is called after commits that concern it. */
function createCommitListeners() {
  const listeners: (() => void)[] = []
  let writeLedger: (() => Promise<void>) | undefined
  return {
    onNotification: (listener: () => void) => void listeners.push(listener),
    onWithdrawal(write: () => Promise<void>) {
      writeLedger = write
    },
    async committed({ queued, withdrew }: TransactionEffects) {
      if (queued) for (const listener of listeners) listener()
      if (withdrew) await writeLedger?.()
    },
  }
}

/** Opens the rows of either engine; the schema is brought up to date first. */
export async function openDatabase(engine: Engine): Promise<Database> {
  await migrate(engine)
  const inTransaction = new AsyncLocalStorage<true>()
  const reading: Kysely<Tables> = engine.db.withPlugin(refuseInside(inTransaction))
  const context: StoreContext = { db: reading, engine, ...noEffects }
  const { notifications, ...reads } = stores(context)
  const { committed, ...registering } = createCommitListeners()
  const { touch, ...numbers } = withRecentVersion(readCounters(reading, engine))
  const feed = createChangeFeed(engine, numbers, touch)

  const database: Database = {
    ...reads,
    moderation: moderationReads(context),
    overview: overviewReads(context),
    exclusive: engine.exclusive,
    fileRemovals: fileRemovalReads(context),
    planFileRemovals: (files, delayMs) => database.transaction((tx) => tx.fileRemovals.plan(files, delayMs)),
    completeFileRemovals: (files) => database.transaction((tx) => tx.fileRemovals.complete(files)),
    nextNotification: notifications.next,
    ...registering,

    transaction: (run) => inNewTransaction(engine, { inTransaction, run, feed, touch, committed }),

    changes: { ...numbers, subscribe: feed.subscribe, subscribed: feed.subscribed },

    fillSearch: (after, limit) => engine.db.transaction().execute((tx) => fillSearch(tx, after, limit)),

    keepReserve: engine.keepReserve,
    onFullDisk: (handler) => onFullDisk(engine, handler),

    health: () => run(reading.selectFrom('change_counters').select('version').limit(1)),
    async [Symbol.asyncDispose]() {
      await feed.close()
      await engine.close()
    },
  }
  return database
}
