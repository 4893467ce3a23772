import type { SystemOverview } from '#contract/overview.ts'
import type { Deps } from '#server/deps.ts'
import { mondays, weeksOf } from './weeks.ts'

/** How the service is set up, without any secret, and totals of its groups. */
export async function getSystemOverview({
  database,
  config,
  clock,
  messengers,
}: Pick<Deps, 'database' | 'config' | 'clock' | 'messengers'>): Promise<SystemOverview> {
  const shown = mondays(clock.now())
  const [totals, groups, lastCleanup, lastBackup, users, screens] = await Promise.all([
    database.overview.totals(`${shown[0]}T00:00:00.000Z`),
    database.moderation.countByState(),
    database.jobs.lastRun('cleanup'),
    database.jobs.lastRun('backup'),
    database.users.all(),
    database.screens.all(),
  ])
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
    retentionDays: config.retentionDays,
    groups,
    lastCleanup,
    lastBackup,
    admins: users.filter(({ role, disabled }) => role === 'admin' && !disabled).length,
    screens: screens.length,
    weeks: weeksOf(shown, totals),
    consents: { workshop: totals.workshopConsents, platforms: [...totals.platformConsents] },
  }
}
