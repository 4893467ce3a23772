import ipaddr from 'ipaddr.js'
import { limits } from '#contract/limits.ts'
import type { SystemOverview } from '#contract/overview.ts'
import * as contract from '#contract/overview.ts'
import { isOpenAt } from '#contract/site/opening-hours.ts'
import type { Release } from '#contract/site.ts'
import { errorCodeOf } from '#server/domain/errors.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import { isInNetworks } from '#server/domain/hosts/hosts.ts'
import { isSilent } from '#server/domain/screen.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import { cachedScopedCount } from '#server/groups/cached-count.ts'
import { countedAddress } from '#server/http/access/client-address.ts'
import { reachedBy } from '#server/http/access/this-machine.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { DayCount, OverviewTotals } from '#server/ports/overview-reads.ts'
import { lostSecrets } from '#server/settings/secret-settings.ts'

export function overviewRoutes(deps: Deps, route: Route, release: Release): void {
  const readCounts = createOverviewCounts(deps)
  route(contract.getSystemOverview, async ({ request, scope }) => ({
    ...release,
    newerSchema: await deps.database.overview.newerSchema(),
    ...(await getSystemOverview(deps, scope, readCounts)),
    reached: reachedBy(request, deps.config),
  }))
}

type OverviewDeps = Pick<Deps, 'database' | 'config' | 'settings' | 'clock' | 'files' | 'messengers' | 'secretBox'>

interface OverviewCounts {
  /** The Mondays of the weeks. */
  readonly shown: readonly string[]
  readonly totals: OverviewTotals
  readonly groups: SystemOverview['groups']
}

/** Counts what the overview shows of a scope: again after each change and each week. */
const createOverviewCounts = ({ database, clock }: Pick<Deps, 'database' | 'clock'>) =>
  cachedScopedCount<OverviewCounts>(
    { database, clock },
    {
      name: 'overview',
      also: () => mondays(clock.now())[0] ?? '',
      async count(scope) {
        const shown = mondays(clock.now())
        const totals = await database.overview.totals(scope, `${shown[0]}T00:00:00.000Z`)
        return { shown, totals, groups: await database.moderation.countByState(scope) }
      },
    },
  )

function siteFacts({ current, stored: { values } }: Deps['settings']): SystemOverview['site'] {
  const { imprint, privacy } = siteOf(current)
  const isNamed = values.siteName !== undefined || values.logo !== undefined
  return { isNamed, hasImprint: imprint !== null, hasPrivacy: privacy !== null }
}

function setupFacts({ config, settings, messengers, secretBox }: OverviewDeps) {
  const { restricted, public: publicHost = null, internal: internalHost = null } = config.hosts
  return {
    hostRestriction: { enabled: restricted, publicHost, internalHost },
    siteUrl: config.server.siteUrl ?? null,
    messenger: {
      configured: messengers.size > 0,
      channels: [...messengers.keys()],
      lostSecrets: lostSecrets(secretBox, settings.stored.values),
    },
    sessionSecret: config.secrets.session === undefined ? 'generated' : 'configured',
    retentionDays: settings.current.cleanupRetentionDays,
    uploadRateLimit: restricted ? settings.current.uploadRateLimit : null,
    passwordMinStrength: config.passwordMinStrength,
    site: siteFacts(settings),
  } satisfies Partial<SystemOverview>
}

/** How the service is set up, without any secret, and totals of its groups. */
async function getSystemOverview(
  deps: OverviewDeps,
  scope: GroupScope,
  readCounts: ReturnType<typeof createOverviewCounts>,
): Promise<Omit<SystemOverview, keyof Release | 'newerSchema'>> {
  const { database, config } = deps
  const now = deps.clock.now()
  const [counted, sharedAddresses, lastCleanup, lastBackup, users, screens, backlog, space] = await Promise.all([
    readCounts(scope),
    findSharedAddresses({ database, config }, now),
    database.jobs.lastRun('cleanup'),
    database.jobs.lastRun('backup'),
    database.users.all(),
    database.screens.all(),
    database.overview.backlog(now.toISOString()),
    deps.files.checkFreeSpace().catch(errorCodeOf),
  ])
  const { shown, totals, groups } = counted.value
  const open = screens.filter(({ settings }) => isOpenAt(settings.openingHours, now))
  return {
    ...setupFacts(deps),
    storage: {
      database: config.secrets.databaseUrl === undefined ? 'embedded' : 'server',
      files: config.s3 === undefined ? 'folder' : 'bucket',
      images: totals.images,
      bytes: totals.bytes,
      isFull: space === 'STORAGE_FULL',
    },
    oldestNotification: backlog.oldestNotification,
    sharedAddresses,
    groups,
    hasDeleted: totals.hasDeleted,
    countedAt: counted.countedAt,
    lastCleanup,
    lastBackup,
    admins: users.filter(({ role, disabled }) => role === 'admin' && !disabled).length,
    screens: screens.length,
    silentScreens: open.filter((each) => isSilent(each, now)).map(({ name }) => name),
    weeks: weeksOf(shown, totals),
    consents: { workshop: totals.workshopConsents, platforms: [...totals.platformConsents] },
  }
}

const weeksShown = 12
const dayMs = 24 * 60 * 60_000

/** The Monday of a day, `YYYY-MM-DD`. */
function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10)
}

function mondays(now: Date): string[] {
  const last = Date.parse(mondayOf(now.toISOString().slice(0, 10)))
  return Array.from({ length: weeksShown }, (_, index) =>
    new Date(last - (weeksShown - 1 - index) * 7 * dayMs).toISOString().slice(0, 10),
  )
}

const inWeek = (counts: readonly DayCount[], monday: string): number =>
  counts.reduce((sum, { day, count }) => (mondayOf(day) === monday ? sum + count : sum), 0)

/** The bytes that existed at the end of the week: all but those that later weeks added. */
const storedBy = ({ bytes, bytesPerDay }: Pick<OverviewTotals, 'bytes' | 'bytesPerDay'>, monday: string): number =>
  bytesPerDay.reduce((rest, added) => (mondayOf(added.day) > monday ? rest - added.bytes : rest), bytes)

const weeksOf = (shown: readonly string[], totals: OverviewTotals): SystemOverview['weeks'] =>
  shown.map((monday) => ({
    monday,
    uploads: inWeek(totals.uploads, monday),
    approvals: inWeek(totals.approvals, monday),
    deletions: inWeek(totals.deletions, monday),
    storedBytes: storedBy(totals, monday),
  }))

const weekMs = 7 * 24 * 60 * 60_000

/** Networks for SHARED_NETWORKS, which does not name them yet: the links of so many groups are not one person's. */
async function findSharedAddresses(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  now: Date,
): Promise<string[]> {
  const used = await database.auditLog.usedLinks('all', new Date(now.getTime() - weekMs).toISOString())
  const byAddress = Map.groupBy(
    used.filter(({ address }) => mayBeShared(address, config)),
    ({ address }) => countedAddress(address),
  )
  const shared = [...byAddress].filter(
    ([, links]) => new Set(links.map(({ groupId }) => groupId)).size >= limits.linksOfSharedAddress,
  )
  return shared.map(([address]) => (address.includes('/') ? address : `${address}/32`)).toSorted()
}

/** A loopback address is that of a proxy whose clients are not told apart. */
const mayBeShared = (address: string, { sharedNetworks }: Deps['config']): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() !== 'loopback' && !isInNetworks(address, sharedNetworks)
