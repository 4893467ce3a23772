import { IconClock, IconDeviceTv, IconEyeOff, IconFlag } from '@tabler/icons-react'
import { FactsLine } from '#web/components/facts-line.tsx'
import { day, dayAndTime, formatNumber } from '#web/i18n/format.ts'
import style from './group-header.module.css'
import type { ManagedGroup } from './managed-group.ts'
import { t } from './texts/texts.ts'

/** Whether the group is on display, and if not, why. */
export const stateOf = ({ isPublished, workshopRevokedTimestamp, exhibitionEndedAt }: ManagedGroup) => {
  if (exhibitionEndedAt !== null) return 'ended'
  if (isPublished) return 'displayed'
  return workshopRevokedTimestamp === null ? 'awaiting' : 'withdrawn'
}

const icons = { awaiting: IconClock, displayed: IconDeviceTv, withdrawn: IconEyeOff, ended: IconFlag }

/** What the group is, whether it is on display and what happens next. */
export const GroupHeader = ({ group }: { group: ManagedGroup }) => {
  const { name } = group.exhibition
  const { exhibitionClosedAt: closedAt, exhibitionEndsAt: endsAt } = group
  const state = stateOf(group)
  const Icon = icons[state]
  const facts = [
    group.name && t('state.by', { name: group.name }),
    group.exhibition.slug === 'main' ? null : name,
    formatNumber(group.year),
    t('state.photos', { count: group.images.length }),
    t('state.sent', { date: day(group.uploadDate) }),
  ]
  return (
    <header className={`stack ${style.header}`} data-print>
      <div className="breakable">
        <h1 className="headline">{group.title ?? t('state.untitled')}</h1>
        <p className={`soft ${style.facts}`}>
          <FactsLine facts={facts} />
        </p>
      </div>
      {/* Not on the sheet with the link, which only says to which photos it belongs. */}
      <div className={`beside screen-only ${style.state}`} data-state={state} role="status">
        <Icon size={28} stroke={1.6} aria-hidden="true" />
        <div>
          <p className={style.stateName}>{t(`state.${state}`)}</p>
          <p>{nextStepOf(group)}</p>
          {closedAt && state !== 'ended' && <p>{t('state.closedText', { name, date: day(closedAt) })}</p>}
          {endsAt && <p>{t('state.endsText', { name, date: dayAndTime(endsAt) })}</p>}
          {group.moderationNote && (
            <>
              <p className={style.words}>{t('hidden.words')}</p>
              <blockquote dir="auto">{group.moderationNote}</blockquote>
            </>
          )}
        </div>
      </div>
    </header>
  )
}

/** What happens next, in a sentence or two. */
const nextStepOf = (group: ManagedGroup): string => {
  const { isApproved, wasApproved, deletionDate, workshopRevokedTimestamp: revoked, exhibitionEndedAt: ended } = group
  const state = stateOf(group)
  const anyway = deletionDate === null ? '' : ` ${t('state.deletedAnyway', { date: dayAndTime(deletionDate) })}`
  if (ended !== null) return `${t('state.endedText', { name: group.exhibition.name, date: day(ended) })}${anyway}`
  if (state === 'displayed') return `${t('state.displayedNext')}${anyway}`
  const deletion =
    deletionDate === null
      ? t('state.notDeleted')
      : wasApproved
        ? anyway.trim()
        : t('state.deletedOn', { count: group.images.length, date: dayAndTime(deletionDate) })
  if (state === 'awaiting') return `${t(wasApproved ? 'state.awaitingChanged' : 'state.awaitingNext')} ${deletion}`
  const withdrawn = t('state.withdrawnOn', { date: dayAndTime(revoked ?? '') })
  if (isApproved) return `${withdrawn} ${t('state.withdrawnApproved')}${anyway}`
  return `${withdrawn} ${t('state.withdrawnAwaiting')} ${deletion}`
}
