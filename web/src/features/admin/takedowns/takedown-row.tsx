import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FactsLine } from '#web/components/facts-line.tsx'
import { PlatformMark } from '#web/features/admin/shared/platform-mark.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import type { Takedown } from './takedowns.ts'

interface TakedownRowProps {
  readonly takedown: Takedown
  readonly onMark: (done: boolean) => void
}

export const TakedownRow = ({ takedown, onMark }: TakedownRowProps) => {
  const { t } = useTexts()
  const { takedownId, groupId, platformId, platformName, displayName, groupName, revokedTimestamp, reason, url } =
    takedown
  const { done, doneTimestamp, doneBy } = takedown
  const isGone = reason === 'deleted' && takedown.title === null && groupName === null
  const title = takedown.title ?? t(isGone ? 'takedowns.deletedGroup' : 'group.untitled')
  const facts = [
    groupName,
    revokedTimestamp && t(`takedowns.${reason}`, { when: dateTime(revokedTimestamp) }),
    done && doneTimestamp ? t('takedowns.doneBy', { when: dateTime(doneTimestamp), name: doneBy ?? '–' }) : undefined,
  ]
  return (
    <li className={style.row}>
      <Checkbox
        id={takedownId}
        size="md"
        checked={done}
        aria-label={t('takedowns.mark', { platform: displayName, title })}
        onChange={(event) => onMark(event.currentTarget.checked)}
        classNames={{ body: style.check }}
      />
      <div>
        <p className={style.title}>
          {isGone ? (
            <span>{title}</span>
          ) : (
            <Link to="/admin/moderation/$groupId" params={{ groupId }}>
              {title}
            </Link>
          )}
          <span className={style.platform}>
            <PlatformMark platformId={platformId} platformName={platformName} />
            {displayName}
          </span>
        </p>
        <p className={section.soft}>
          <FactsLine facts={facts} />
        </p>
        {url && (
          <a className={style.post} href={url} target="_blank" rel="noreferrer">
            {t('takedowns.post')}
          </a>
        )}
      </div>
    </li>
  )
}
