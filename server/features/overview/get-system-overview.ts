import type { SystemOverview } from '#contract/overview.ts'
import { isOpenAt } from '#contract/site/opening-hours.ts'
import { largeTableRows, staleWhileRevalidate } from '#server/concurrency/stale-while-revalidate.ts'
import { isSilent, type Screen } from '#server/domain/screen.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import { storedCount } from '#server/groups/cached-count.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { GroupCounts } from '#server/ports/moderation-reads.ts'
import type { OverviewTotals } from '#server/ports/overview-reads.ts'
import { mondays, weeksOf } from './weeks.ts'

type OverviewDeps = Pick<Deps, 'database' | 'config' | 'settings' | 'clock' | 'messengers'>

interface OverviewCounts {
  /** The Mondays of the weeks. */
  readonly shown: readonly string[]
  readonly totals: OverviewTotals
  readonly groups: GroupCounts
}

/** Counts what the overview shows: again after each change and each week. */
export const createOverviewCounts = ({ database, clock }: Pick<Deps, 'database' | 'clock'>) =>
  staleWhileRevalidate<OverviewCounts>({
    async count() {
      const shown = mondays(clock.now())
      const totals = await database.overview.totals(`${shown[0]}T00:00:00.000Z`)
      return { shown, totals, groups: await database.moderation.countByState() }
    },
    version: async () => `${await database.changes.version()} ${mondays(clock.now())[0]}`,
    isLarge: () => database.groups.atLeast(largeTableRows),
    now: () => clock.now(),
    stored: storedCount(database, 'overview'),
  })

const isMissing = (screen: Screen, now: Date): boolean =>
  isOpenAt(screen.settings.openingHours, now) && isSilent(screen, now)

function siteFacts({ current, stored: { values } }: Deps['settings']): SystemOverview['site'] {
  const { imprint, privacy } = siteOf(current)
  const isNamed = values.siteName !== undefined || values.logo !== undefined
  return { isNamed, hasImprint: imprint !== null, hasPrivacy: privacy !== null }
}

/** How the service is set up, without any secret, and totals of its groups. */
export async function getSystemOverview(
  { database, config, settings, clock, messengers }: OverviewDeps,
  readCounts: ReturnType<typeof createOverviewCounts>,
): Promise<SystemOverview> {
  const [counted, lastCleanup, lastBackup, users, screens] = await Promise.all([
    readCounts(),
    database.jobs.lastRun('cleanup'),
    database.jobs.lastRun('backup'),
    database.users.all(),
    database.screens.all(),
  ])
  const { shown, totals, groups } = counted.value
  const now = clock.now()
  const { restricted, public: publicHost = null, internal: internalHost = null } = config.hosts
  return {
    hostRestriction: { enabled: restricted, publicHost, internalHost },
    siteUrl: config.server.siteUrl ?? null,
    messenger: { configured: messengers.size > 0, channels: [...messengers.keys()] },
    sessionSecret: config.secrets.session === undefined ? 'generated' : 'configured',
    storage: {
      database: config.secrets.databaseUrl === undefined ? 'embedded' : 'server',
      files: config.s3 === undefined ? 'folder' : 'bucket',
      images: totals.images,
      bytes: totals.bytes,
    },
    retentionDays: settings.current.cleanupRetentionDays,
    groups,
    countedAt: counted.countedAt,
    lastCleanup,
    lastBackup,
    admins: users.filter(({ role, disabled }) => role === 'admin' && !disabled).length,
    screens: screens.length,
    silentScreens: screens.filter((each) => isMissing(each, now)).map(({ name }) => name),
    site: siteFacts(settings),
    weeks: weeksOf(shown, totals),
    consents: { workshop: totals.workshopConsents, platforms: [...totals.platformConsents] },
  }
}
