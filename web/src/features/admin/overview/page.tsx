import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { withBasePath } from '#web/api/base-path.ts'
import { Cleanup } from '#web/features/admin/cleanup/cleanup.tsx'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { Loaded, PageTitle, Section } from '#web/features/admin/shared/page/page.tsx'
import { type Overview, overview } from '#web/features/admin/shared/queries.ts'
import { dateTime, number, relativeTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { StorageChart, WeeksChart } from './bar-chart.tsx'
import { Todos } from './checklist.tsx'
import style from './page.module.css'

/** What there is to do, what has happened, and how the service is set up. */
export const OverviewPage = () => {
  const role = useAdmin()?.role
  const query = useQuery({ ...overview, enabled: role === 'admin' })
  // Auditors have the logs and nothing else (D26); moderators begin with what waits for them (D52).
  if (role === 'auditor') return <Navigate to="/admin/deletion-log" replace />
  if (role === 'moderator') return <Navigate to="/admin/moderation" replace />
  return (
    <>
      <PageTitle title={t('overview.title')} />
      <Loaded query={query} placeholder={<Loading />}>
        {(data) => (
          <>
            {isNew(data) ? <FirstSteps overview={data} /> : <Parts overview={data} />}
            {/* What runs (D93). */}
            <p className={`soft breakable ${style.running}`} title={data.commit ?? undefined}>
              Werkschau {data.version} ·{' '}
              {data.commit
                ? t('overview.commit', { commit: data.commit.slice(0, commitShown) })
                : t('overview.unknownCommit')}
            </p>
          </>
        )}
      </Loaded>
    </>
  )
}

const commitShown = 12

/** As large as the content it reserves space for. */
const Loading = () => (
  <div className={`stack ${style.parts}`}>
    <Skeleton mih={{ base: '18.5rem', sm: '6rem' }} height="auto" radius={14} />
    <Skeleton height={390} radius={14} />
    <div className={`stack ${style.pair}`}>
      <div className={`stack ${style.parts}`}>
        <Skeleton height={330} radius={14} />
        <Skeleton height={350} radius={14} />
      </div>
      <Skeleton height={750} radius={14} />
    </div>
  </div>
)

/** No group has been uploaded yet. */
const isNew = ({ groups, hasDeleted }: Overview): boolean => groups.pending + groups.approved === 0 && !hasDeleted

const FirstSteps = ({ overview }: { overview: Overview }) => (
  <div className={`stack ${style.parts}`}>
    <p className="soft">{t('overview.firstStepsText')}</p>
    <Todos overview={overview} />
    <Section id="wait" title={t('overview.nothingYet')}>
      <p className="soft">{t('overview.nothingYetText')}</p>
      <div>
        <Button component="a" href={withBasePath('/')} size="md" variant="default">
          {t('overview.toUpload')}
        </Button>
      </div>
    </Section>
  </div>
)

const Parts = ({ overview }: { overview: Overview }) => {
  const { groups, weeks, consents } = overview
  return (
    <div className={`stack ${style.parts}`}>
      <Stats overview={overview} />
      {overview.countedAt && <p>{t('overview.countedAt', { time: dateTime(overview.countedAt) })}</p>}
      <Section id="weeks" title={t('overview.weeks')}>
        <WeeksChart weeks={weeks} />
      </Section>
      <div className={`stack ${style.pair}`}>
        <div className={`stack ${style.parts}`}>
          <Section id="consents" title={t('overview.consents')}>
            <ConsentBars consents={consents} groups={groups.pending + groups.approved} />
          </Section>
          <Section id="storage" title={t('overview.storage')}>
            <StorageChart weeks={weeks} />
          </Section>
        </div>
        <div className={`stack ${style.parts}`}>
          <Todos overview={overview} />
        </div>
      </div>
      <Cleanup />
    </div>
  )
}

const Stats = ({ overview }: { overview: Overview }) => {
  const { groups, storage, lastCleanup } = overview
  const queue = [
    { count: groups.pending, text: t('overview.pending', { count: groups.pending }), search: {} },
    { count: groups.changed, text: t('moderation.status.changed'), search: { status: 'changed' } },
    { count: groups.approved, text: t('moderation.status.approved'), search: { status: 'approved' } },
  ] as const
  return (
    <ul className={style.stats}>
      {queue.map(({ count, text, search }, index) => (
        <li key={text} className="sheet" data-main={(index === 0 && count > 0) || undefined}>
          <Link to="/admin/moderation" search={search}>
            <strong>{number(count)}</strong>
            {text}
          </Link>
        </li>
      ))}
      <li className="sheet">
        <span>
          <strong>{formatBytes(storage.bytes)}</strong>
          {t('overview.images', { count: storage.images, formatted: number(storage.images) })}
        </span>
      </li>
      <li className="sheet">
        <span>
          <strong className={style.words}>{lastCleanup ? relativeTime(lastCleanup) : t('overview.never')}</strong>
          {t('overview.lastCleanup')}
        </span>
      </li>
    </ul>
  )
}

interface ConsentBarsProps {
  readonly consents: Overview['consents']
  /** All of them: the length of a whole bar. */
  readonly groups: number
}

/** How many groups may be shown where. The figures are written beside the bars. */
const ConsentBars = ({ consents, groups }: ConsentBarsProps) => {
  const rows = [
    { platformId: 0, displayName: t('consents.workshop'), inForce: consents.workshop, revoked: 0 },
    ...consents.platforms,
  ]
  const share = (count: number) => ({ width: `${groups > 0 ? (100 * count) / groups : 0}%` })
  return (
    <ul className={`stack ${style.rows}`}>
      {rows.map(({ platformId, displayName, inForce, revoked }) => (
        <li key={platformId}>
          <Group component="p" justify="space-between" align="baseline" gap="0 16px">
            <strong>{displayName}</strong>
            <small>
              {t('overview.inForce', { count: inForce, formatted: number(inForce) })}
              {revoked > 0 && `, ${t('overview.revoked', { count: revoked, formatted: number(revoked) })}`}
            </small>
          </Group>
          <div className={style.track} aria-hidden="true">
            <span className={style.part} style={share(inForce)} />
            <span className={style.part} data-revoked style={share(revoked)} />
          </div>
        </li>
      ))}
    </ul>
  )
}
