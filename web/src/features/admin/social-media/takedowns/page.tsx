import { Checkbox, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { notifyError, notifySuccess } from '#web/features/admin/shared/notices.tsx'
import { Load, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { PlatformMark } from '#web/features/admin/shared/platform-mark.tsx'
import { type Takedowns, takedowns } from '#web/features/admin/shared/queries.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'

/** Posts that have to be taken down, because their consent was withdrawn. */
export const TakedownsPage = () => {
  const mark = useMarkTakedown()
  const list = (all: readonly Takedown[], done: boolean) => {
    const shown = all.filter((takedown) => takedown.done === done)
    return (
      <section key={String(done)} className="section" aria-labelledby={`takedowns-${done}`}>
        <h2 id={`takedowns-${done}`}>{t(done ? 'takedowns.done' : 'takedowns.open')}</h2>
        {shown.length === 0 ? (
          <p className="empty">{t(done ? 'takedowns.noneDone' : 'takedowns.noneOpen')}</p>
        ) : (
          <ul className="sheet lined">
            {shown.map((takedown) => (
              <TakedownRow
                key={takedown.takedownId}
                takedown={takedown}
                onMark={(done) => mark({ ...takedown, done })}
              />
            ))}
          </ul>
        )}
      </section>
    )
  }
  return (
    <>
      <PageTitle title={t('nav.takedowns')} text={t('takedowns.text')} />
      <Load of={takedowns} placeholder={360}>
        {(data) => <div className="page-sections">{[false, true].map((done) => list(data.takedowns, done))}</div>}
      </Load>
    </>
  )
}

const TakedownRow = ({ takedown, onMark }: { takedown: Takedown; onMark: (done: boolean) => void }) => {
  const { takedownId, displayName, groupName, revokedTimestamp, reason, url } = takedown
  const { done, doneTimestamp, doneBy } = takedown
  const isGone = reason === 'deleted' && takedown.title === null && groupName === null
  const title = takedown.title ?? t(isGone ? 'takedowns.deletedGroup' : 'group.untitled')
  const facts = [
    groupName,
    revokedTimestamp && t(`takedowns.${reason}`, { when: dateTime(revokedTimestamp) }),
    done && doneTimestamp ? t('takedowns.doneBy', { when: dateTime(doneTimestamp), name: doneBy ?? '–' }) : undefined,
  ]
  return (
    <li className={`beside breakable ${style.row}`}>
      <Checkbox
        id={takedownId}
        checked={done}
        aria-label={t('takedowns.mark', { platform: displayName, title })}
        onChange={(event) => onMark(event.currentTarget.checked)}
        classNames={{ body: 'centred finger-box' }}
      />
      <div>
        <RowTitle takedown={takedown} title={title} isGone={isGone} />
        <p className="soft">
          <FactsLine facts={facts} />
        </p>
        {url && (
          <a className="finger-link" href={url} target="_blank" rel="noreferrer">
            {t('takedowns.post')}
          </a>
        )}
      </div>
    </li>
  )
}

const RowTitle = ({ takedown, title, isGone }: { takedown: Takedown; title: string; isGone: boolean }) => (
  <Group component="p" justify="space-between" gap="0 16px" mih={44} className={style.title}>
    {isGone ? (
      <span>{title}</span>
    ) : (
      <Link className="finger-link" to="/admin/moderation/$groupId" params={{ groupId: takedown.groupId }}>
        {title}
      </Link>
    )}
    <Group component="span" gap={6} wrap="nowrap" fw={600}>
      <PlatformMark platformId={takedown.platformId} platformName={takedown.platformName} />
      {takedown.displayName}
    </Group>
  </Group>
)

type Takedown = Takedowns['takedowns'][number]

const isSame = (a: Takedown, b: Takedown) => a.takedownId === b.takedownId

/** Marks a takedown as done or not. The list shows it immediately, and reverts it if the request fails. */
const useMarkTakedown = () => {
  const put = (changed: Takedown) =>
    queryClient.setQueryData(
      takedowns.queryKey,
      (now) => now && { ...now, takedowns: now.takedowns.map((one) => (isSame(one, changed) ? changed : one)) },
    )
  const { mutate } = useMutation({
    mutationFn: ({ takedownId, done }: Takedown) =>
      adminCall('PATCH /api/admin/consents/takedowns/{takedownId}', { params: { takedownId }, body: { done } }),
    onMutate: (changed) => void put(changed),
    onSuccess: ({ takedown }) => {
      put(takedown)
      notifySuccess(t(takedown.done ? 'takedowns.markedDone' : 'takedowns.markedOpen'))
    },
    onError: (error, changed) => {
      put({ ...changed, done: !changed.done })
      notifyError(t('takedowns.failed'), error)
    },
  })
  return mutate
}
