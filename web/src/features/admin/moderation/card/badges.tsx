import { IconBuildingStore, IconClock, IconEdit, IconPencil } from '@tabler/icons-react'
import { useUnsaved } from '#web/features/admin/moderation/drafts/drafts.ts'
import type { ListedGroup } from '#web/features/admin/moderation/list/queue-queries.ts'
import { PlatformMark } from '#web/features/admin/shared/platform-mark.tsx'
import { dateTime, daysUntil } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './badges.module.css'
import { useDeletionText } from './deletion-text.ts'
import { MarkBadges, type Marked } from './mark-badges.tsx'

type Shown = Pick<
  ListedGroup,
  | 'groupId'
  | 'isApproved'
  | 'deletionDate'
  | 'changesSinceApproval'
  | 'display_in_workshop'
  | 'consent_timestamp'
  | 'workshopRevokedTimestamp'
  | 'socialMediaConsents'
> &
  Marked

/** With a retention of approved groups (D75) each has a date: only a near one is worth a badge. */
const soonDays = 14

/** State and consents of a group at a glance; every icon has a label. */
export const Badges = ({ group }: { group: Shown }) => {
  const { t } = useTexts()
  const deletionText = useDeletionText()
  const { deletionDate, changesSinceApproval: changes } = group
  const days = deletionDate === null ? undefined : daysUntil(deletionDate)
  const isSoon = days !== undefined && (!group.isApproved || days < soonDays)
  const workshop = group.display_in_workshop
    ? 'given'
    : group.workshopRevokedTimestamp
      ? 'revoked'
      : group.consent_timestamp
        ? 'none'
        : 'neverAsked'
  return (
    <ul className={style.badges}>
      <Unsaved groupId={group.groupId} />
      {deletionDate !== null && isSoon && (
        <li data-kind={days < 1 ? 'danger' : days < 3 ? 'warn' : 'plain'} title={dateTime(deletionDate)}>
          <IconClock size={16} aria-hidden="true" />
          {deletionText(days)}
        </li>
      )}
      {changes.length > 0 && (
        <li data-kind="warn">
          <IconEdit size={16} aria-hidden="true" />
          {t('badges.changed', { what: changes.map((change) => t(`changes.${change}`)).join(', ') })}
        </li>
      )}
      <li data-kind={workshop === 'given' ? 'good' : workshop === 'revoked' ? 'danger' : 'plain'}>
        <IconBuildingStore size={16} aria-hidden="true" />
        {t(`badges.workshop.${workshop}`)}
      </li>
      {group.socialMediaConsents
        .filter(({ consented }) => consented)
        .map(({ platformId, platformName, displayName, revoked }) => (
          <li key={platformId} data-kind={revoked ? 'danger' : 'good'}>
            <PlatformMark platformId={platformId} platformName={platformName} />
            {revoked ? t('badges.revoked', { name: displayName }) : displayName}
          </li>
        ))}
      <MarkBadges {...group} />
    </ul>
  )
}

const Unsaved = ({ groupId }: { readonly groupId: string }) => {
  const { t } = useTexts()
  if (!useUnsaved(groupId)) return null
  return (
    <li data-kind="warn">
      <IconPencil size={16} aria-hidden="true" />
      {t('drafts.unsaved')}
    </li>
  )
}
