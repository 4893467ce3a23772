import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { createExpiryClock, systemClock } from '#server/adapters/clock/system-clock.ts'
import { lockDataFolder, makeDataFolder } from '#server/adapters/data-folder/lock-data-folder.ts'
import { openCounters } from '#server/adapters/database/counters.ts'
import { openDatabase } from '#server/adapters/database/database.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { openSharedClock } from '#server/adapters/database/shared-clock.ts'
import { openRenditionCache } from '#server/adapters/files/disk-rendition-cache.ts'
import { encodeLogo } from '#server/adapters/images/encode-logo.ts'
import { createHeadReader } from '#server/adapters/images/image-head.ts'
import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { openJsonGroupArchive } from '#server/adapters/json/json-group-archive.ts'
import { createMetrics } from '#server/adapters/metrics/metrics.ts'
import { openEngine } from '#server/adapters/open/open-engine.ts'
import { openFiles } from '#server/adapters/open/open-files.ts'
import { openLedger } from '#server/adapters/open/open-ledger.ts'
import { createPasswords } from '#server/adapters/passwords/argon2-passwords.ts'
import { createSecretBox } from '#server/adapters/secrets/secret-box.ts'
import { sessionSecret } from '#server/adapters/secrets/session-secret.ts'
import type { Config } from '#server/config/config.ts'
import { packageRoot } from '#server/config/package-root.ts'
import { release, version } from '#server/config/version.ts'
import { authRoutes } from '#server/features/accounts/auth/routes.ts'
import { announceSetup } from '#server/features/accounts/auth/setup.ts'
import { chatRoutes } from '#server/features/accounts/chat/routes.ts'
import { secondFactorRoutes } from '#server/features/accounts/second-factor/routes.ts'
import { accountRoutes } from '#server/features/accounts/users/routes.ts'
import { backupRoutes } from '#server/features/backups/routes.ts'
import { cleanupRoutes } from '#server/features/cleanup/routes.ts'
import { consentRoutes } from '#server/features/consents/routes.ts'
import { exhibitionArchiveRoute, exhibitionRoutes } from '#server/features/exhibitions/routes.ts'
import { galleryRoutes, isClosedGallery } from '#server/features/gallery/routes.ts'
import { healthRoutes } from '#server/features/health/routes.ts'
import { liveUpdateRoutes } from '#server/features/live-updates/routes.ts'
import { adminAuditRoutes } from '#server/features/logs/admin-audit/routes.ts'
import { auditLogRoutes } from '#server/features/logs/audit-log/routes.ts'
import { deletionLogRoutes } from '#server/features/logs/deletion-log/routes.ts'
import { managementRoutes } from '#server/features/management/routes.ts'
import { moderationRoutes } from '#server/features/moderation/routes.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { overviewRoutes } from '#server/features/overview/routes.ts'
import { publicGroupRoutes } from '#server/features/public-groups/routes.ts'
import { rateLimitRoutes } from '#server/features/rate-limits/routes.ts'
import { removalRequestRoutes } from '#server/features/removal-requests/routes.ts'
import { screenRoutes } from '#server/features/screens/routes.ts'
import { settingsRoutes } from '#server/features/settings/routes.ts'
import { siteRoutes } from '#server/features/site/routes.ts'
import { platformRoutes } from '#server/features/social-media/platforms/routes.ts'
import { pressRoutes } from '#server/features/social-media/press/routes.ts'
import { takedownRoutes } from '#server/features/social-media/takedowns/routes.ts'
import { staffLinkRoutes } from '#server/features/staff-links/routes.ts'
import { MigrationGate } from '#server/features/storage-migration/migration-gate.ts'
import { readMigratedFacts } from '#server/features/storage-migration/read-missing-facts.ts'
import { storageMigrationRoutes } from '#server/features/storage-migration/routes.ts'
import { uploadRoutes } from '#server/features/upload/routes.ts'
import { ensureLocationRemoved } from '#server/groups/ensure-location-removed.ts'
import { adminGuards } from '#server/http/access/admin-access.ts'
import { type AdminSessions, openAdminSessions } from '#server/http/access/admin-sessions.ts'
import { warnOfUntrustedProxy } from '#server/http/access/host-rules.ts'
import { managementGuard } from '#server/http/access/management-access.ts'
import { describeApi } from '#server/http/api-description.ts'
import { createHttpServer } from '#server/http/create-http-server.ts'
import { createDraining, type Draining } from '#server/http/draining.ts'
import { createEventStreams, type EventStreams } from '#server/http/event-streams/event-streams.ts'
import { handleUnknown } from '#server/http/not-found.ts'
import { createPageTexts } from '#server/http/plain-form/page-texts.ts'
import { createPlainForm } from '#server/http/plain-form/plain-form.ts'
import { serveRemovalPages } from '#server/http/plain-form/removal-pages.ts'
import { countRequests } from '#server/http/request-log.ts'
import { refuseRobots } from '#server/http/robots.ts'
import { type BeforeGroups, createRoute, type Guards, type Route } from '#server/http/route.ts'
import { createHotReads, type HotReads } from '#server/http/stored-files/hot-reads.ts'
import { storedFileRoutes } from '#server/http/stored-files/stored-file-routes.ts'
import { createFileResponder } from '#server/http/stored-files/stored-files.ts'
import { UploadAdmission } from '#server/http/uploads/admission.ts'
import { acceptMultipart } from '#server/http/uploads/multipart.ts'
import { readDocuments, readFontRules, serveNotFoundPage, serveWebApp } from '#server/http/web-app.ts'
import { freeDiskSpace } from '#server/jobs/free-disk-space.ts'
import { adoptFileRemovals } from '#server/jobs/remove-files.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { openLedgerCopy } from '#server/operations/backup/ledger-copy.ts'
import { openBackups } from '#server/operations/backup/service-backups.ts'
import { refuseHalfCopy } from '#server/operations/copy-note.ts'
import { keepLedger } from '#server/operations/withdrawals/ledger.ts'
import type { Deps } from '#server/ports/deps.ts'
import { openExhibitions } from '#server/settings/live-exhibitions.ts'
import { openSettings, withLargestImages } from '#server/settings/live-settings.ts'
import { liveMessengers } from './create-messengers.ts'
import { createOutageLog } from './outage-log.ts'

export interface App extends AsyncDisposable {
  readonly http: FastifyInstance
  readonly hotReads: HotReads
  readonly deps: Deps
  /** Starts the work in the background: clean-up after a crash, missing previews. */
  startJobs(): void
  /** Asks proxies to send no further requests; those that still arrive are answered. */
  drain(): void
}

const webFolder = join(packageRoot, 'dist/web')

/** Puts the service together; `overrides` replace what leaves the process, for tests. */
export async function createApp(config: Config, overrides: Partial<Deps> = {}): Promise<App> {
  const log = overrides.log ?? createLog(config)
  await using opened = new AsyncDisposableStack()
  const { deps, secret } = await openDeps({ config, log, opened }, overrides)
  const keepLedgerWritten = await keepLedger(deps, openLedgerCopy(deps))
  // The ledger may have ended some again.
  await deps.exhibitions.refresh()
  await announceSetup(deps)
  const gate = new MigrationGate(deps)
  gate.onMigrated(() => deps.exhibitions.refresh())
  gate.onMigrated(() => readMigratedFacts(deps))
  const hotReads = createHotReads({ config, log, metrics: deps.metrics, isOpen: () => gate.isOpen() })
  const http = createHttpServer(config, log, hotReads)
  opened.defer(() => http.close())
  const draining = createDraining(http)
  const streams = createEventStreams(http, deps)
  await serve(http, deps, { secret, gate, hotReads, draining, streams })
  await adoptFileRemovals(deps)
  // With a bucket the previews are on another disk.
  if (deps.database.exclusive && config.s3 === undefined) deps.database.onFullDisk(() => freeDiskSpace(deps))
  const jobs = new AsyncDisposableStack()
  const resources = opened.move()
  return {
    http,
    hotReads,
    deps,
    drain() {
      hotReads.stop()
      draining.begin()
      streams.end()
    },
    startJobs() {
      const started = jobs.use(startJobs(deps, keepLedgerWritten))
      gate.onMigrated(started.fillGaps)
    },
    async [Symbol.asyncDispose]() {
      // No new requests first; then the work in the background; the database last.
      await http.close()
      await jobs.disposeAsync()
      await resources.disposeAsync()
    },
  }
}

interface Opening {
  readonly config: Config
  readonly log: Logger
  /** Closes what was opened, in reverse order. */
  readonly opened: AsyncDisposableStack
}

async function openDeps({ config, log, opened }: Opening, overrides: Partial<Deps>) {
  if (config.secrets.databaseUrl === undefined) opened.use(lockDataFolder(config.dataDir))
  else makeDataFolder(config.dataDir)
  const engine = await openEngine(config, log)
  opened.defer(engine.close)
  const database = overrides.database ?? (await openDatabase(engine))
  await refuseHalfCopy(database)
  const secret = await sessionSecret({ configured: config.secrets.session, dataDir: config.dataDir }, log)
  const secretBox = createSecretBox(secret)
  const settings = opened.use(await openSettings({ database, log, config, secretBox }))
  const exhibitions = opened.use(await openExhibitions({ database, settings, log }))
  const messengers = liveMessengers(config, settings)
  const counters = opened.use(overrides.counters ?? (await openCounters(engine)))
  const { clock, expiryClock } = await openClocks(engine, { log, opened }, overrides)
  const metrics = overrides.metrics ?? createMetrics()
  const making = { keepsPlaceNames: !config.removePlaceNames, clock, log, onMade: metrics.previewMade }
  const previewer = opened.use(overrides.previewer ?? createPreviewer(withLargestImages(settings, making)))
  const files = opened.use(overrides.files ?? (await openFiles(config, log)))
  const deps: Deps = {
    config,
    settings,
    exhibitions,
    log,
    database,
    counters,
    previewer,
    clock,
    expiryClock,
    passwords: overrides.passwords ?? createPasswords(),
    get messengers() {
      return overrides.messengers ?? messengers()
    },
    files,
    renditions: overrides.renditions ?? (await openRenditionCache(config, log)),
    ledger: opened.use(overrides.ledger ?? (await openLedger(config))),
    archive: overrides.archive ?? openJsonGroupArchive(config.dataDir, clock),
    createHeadReader,
    encodeLogo: overrides.encodeLogo ?? encodeLogo,
    metrics,
    secretBox,
    backups: overrides.backups ?? openBackups({ config, settings, clock }),
  }
  return { deps, secret }
}

/** The database's server has one for all replicas; without it, this machine has. */
async function openClocks(
  { readTime }: Engine,
  { log, opened }: Pick<Opening, 'log' | 'opened'>,
  fixed: Partial<Deps>,
) {
  const shared = fixed.clock ?? (readTime && opened.use(await openSharedClock(readTime, log)))
  return { clock: shared ?? systemClock, expiryClock: fixed.expiryClock ?? shared ?? createExpiryClock() }
}

interface Serving {
  readonly secret: string
  readonly gate: MigrationGate
  readonly hotReads: HotReads
  readonly draining: Draining
  readonly streams: EventStreams
}

/** Everything that the service serves: the API, stored files and the pages. */
async function serve(http: FastifyInstance, deps: Deps, serving: Serving): Promise<void> {
  const { secret, gate, hotReads, draining, streams } = serving
  warnOfUntrustedProxy(http, deps)
  countRequests(http, deps.metrics)
  const sessions = await openAdminSessions(http, deps, secret)
  const guards: Guards = { public: () => undefined, token: managementGuard(deps), ...adminGuards(sessions, deps) }
  const documents = await readDocuments(webFolder, deps)
  if (documents !== undefined)
    serveNotFoundPage(http, { documents, settings: deps.settings, isClosed: isClosedGallery(deps) })
  handleUnknown(http, guards)
  await acceptMultipart(http)
  const beforeGroups: BeforeGroups = ({ raw }) =>
    gate.pass((listener) => void (raw.destroyed ? listener() : raw.once('close', listener)))
  const route = createRoute(http, deps, { guards, beforeGroups })
  const ensureClean = ensureLocationRemoved(deps)
  const responder = createFileResponder(deps, ensureClean)
  storedFileRoutes(http, responder, { beforeGroups, hotReads })
  healthRoutes(deps, route, { draining, version })
  const admission = new UploadAdmission(deps)
  const textsIn = documents && createPageTexts(webFolder, deps)
  const plainForm = textsIn && createPlainForm(deps, textsIn)
  plainForm?.serve(http)
  removalRequestRoutes(route, textsIn ? serveRemovalPages(deps, http, textsIn) : {})
  uploadRoutes(deps, route, { ...responder, admission, plainForm })
  const feeds = publicGroupRoutes(deps, route, hotReads)
  galleryRoutes(deps, route, { http, beforeGroups, ensureClean, folder: webFolder, textsIn })
  liveUpdateRoutes(deps, route, { streams, sessions, feedTag: feeds.tag })
  managementRoutes(route, admission, ensureClean)
  siteRoutes(deps, route, { release, textsIn, fontRules: await readFontRules(webFolder, deps.config.server.basePath) })
  exhibitionArchiveRoute(route, ensureClean)
  pressRoutes(route, ensureClean)
  adminRoutes(deps, route, { sessions, gate })
  await describeApi(http, { version, basePath: deps.config.server.basePath })
  refuseRobots(http, deps)
  if (documents !== undefined) await serveWebApp(http, { ...deps, folder: webFolder, documents })
}

function adminRoutes(
  deps: Deps,
  route: Route,
  { sessions, gate }: { sessions: AdminSessions; gate: MigrationGate },
): void {
  moderationRoutes(deps, route)
  exhibitionRoutes(deps, route)
  staffLinkRoutes(route)
  consentRoutes(route)
  takedownRoutes(route)
  deletionLogRoutes(deps, route)
  auditLogRoutes(deps, route)
  rateLimitRoutes(deps, route)
  notificationRoutes(route)
  overviewRoutes(deps, route, release)
  authRoutes(route, sessions)
  accountRoutes(route)
  chatRoutes(route)
  screenRoutes(route)
  secondFactorRoutes(route, sessions)
  adminAuditRoutes(route)
  settingsRoutes(route)
  platformRoutes(route)
  cleanupRoutes(route)
  backupRoutes(route)
  storageMigrationRoutes(deps, route, gate)
}

const createLog = (config: Config): Logger =>
  pino({
    level: config.logLevel,
    base: null,
    hooks: { logMethod: createOutageLog() },
    redact: ['password', 'secret', 'token', '*.password', '*.secret', '*.token'],
  })
