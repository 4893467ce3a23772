import { Checkbox, Skeleton } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '#web/api/client.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import { PlatformIcon } from '#web/components/platform-icon.tsx'
import { adminCall } from '#web/features/admin/auth/admin-call.ts'
import { LoadFailed } from '#web/features/admin/frame/load-failed.tsx'
import { sayDone, sayFailure } from '#web/features/admin/frame/notices.tsx'
import { PageTitle } from '#web/features/admin/frame/page-title.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'

type Takedowns = Answer<'GET /api/admin/consents/takedowns'>
type Takedown = Takedowns['takedowns'][number]

const takedowns = queryOptions({
  queryKey: ['admin', 'takedowns'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/consents/takedowns', { query: {}, signal }),
})

/** Posts that have to go, because their consent was withdrawn. */
export const TakedownsPage = () => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(takedowns)
  const same = (a: Takedown, b: Takedown) => a.groupId === b.groupId && a.platformId === b.platformId
  const put = (one: Takedown) =>
    client.setQueryData(takedowns.queryKey, (now) =>
      now ? { ...now, takedowns: now.takedowns.map((each) => (same(each, one) ? one : each)) } : undefined,
    )
  const confirm = useMutation({
    mutationFn: ({ groupId, platformId, done }: Takedown) =>
      adminCall('PATCH /api/admin/consents/takedowns/{groupId}/{platformId}', {
        params: { groupId, platformId: String(platformId) },
        body: { done },
      }),
    onMutate: (one) => void put(one),
    onSuccess: ({ takedown }) => {
      put(takedown)
      sayDone(t(takedown.done ? 'takedowns.ticked' : 'takedowns.unticked'))
    },
    onError: (failure, one) => {
      put({ ...one, done: !one.done })
      sayFailure(t('takedowns.failed'), failure)
    },
  })
  const list = (done: boolean) => data?.takedowns.filter((one) => one.done === done) ?? []
  const row = (one: Takedown) => (
    <li key={`${one.groupId} ${one.platformId}`} className={style.row}>
      <Checkbox
        id={`takedown-${one.groupId}-${one.platformId}`}
        size="md"
        checked={one.done}
        aria-label={t('takedowns.tick', { platform: one.displayName, title: one.title ?? t('group.untitled') })}
        onChange={(event) => confirm.mutate({ ...one, done: event.currentTarget.checked })}
        classNames={{ body: style.check }}
      />
      <div>
        <p className={style.title}>
          <Link to="/admin/moderation/$groupId" params={{ groupId: one.groupId }}>
            {one.title ?? t('group.untitled')}
          </Link>
          <span className={style.platform}>
            <PlatformIcon name={one.platformName} />
            {one.displayName}
          </span>
        </p>
        <p className={section.soft}>
          <FactsLine
            facts={[
              one.groupName,
              one.revokedTimestamp && t('takedowns.revoked', { when: dateTime(one.revokedTimestamp) }),
              one.done && one.doneTimestamp
                ? t('takedowns.doneBy', { when: dateTime(one.doneTimestamp), name: one.doneBy ?? '–' })
                : undefined,
            ]}
          />
        </p>
      </div>
    </li>
  )
  return (
    <>
      <PageTitle title={t('nav.takedowns')} text={t('takedowns.text')} />
      {error && !data && <LoadFailed error={error} onAgain={refetch} />}
      {!data && !error && <Skeleton height={360} radius={14} />}
      {data && (
        <div className={section.sections}>
          {[false, true].map((done) => (
            <section key={String(done)} className={section.section} aria-labelledby={`takedowns-${done}`}>
              <h2 id={`takedowns-${done}`}>{t(done ? 'takedowns.done' : 'takedowns.open')}</h2>
              {list(done).length === 0 ? (
                <p className={style.empty}>{t(done ? 'takedowns.noneDone' : 'takedowns.noneOpen')}</p>
              ) : (
                <ul className={style.list}>{list(done).map(row)}</ul>
              )}
            </section>
          ))}
        </div>
      )}
    </>
  )
}
