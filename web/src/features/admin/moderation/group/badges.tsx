import { Group } from '@mantine/core'
import {
  IconBlur,
  IconBuildingStore,
  IconClock,
  IconCopy,
  IconEdit,
  IconId,
  IconPencil,
  IconStack2,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SeenGroup } from '#web/features/admin/moderation/session/groups.ts'
import { PlatformMark } from '#web/features/admin/shared/platform-mark.tsx'
import { dateTime, daysUntil } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './badges.module.css'
import { useUnsaved } from './use-session.ts'

/** Something about a group that a moderator should know at a glance. */
export interface Sign {
  readonly icon: ReactNode
  readonly text: string
  readonly kind?: 'good' | 'warn' | 'danger' | undefined
  /** More about it. */
  readonly title?: string
  /** Leads to the groups with photos like those of this group. */
  readonly similarTo?: string
}

const iconProps = { size: 16, 'aria-hidden': true } as const

/** Near duplicates and blurred photos: forty photos of one vase need one look. */
const countsOf = (group: SeenGroup) => {
  if (!('images' in group)) return { ...group, similar: group.alikeImages, blurred: group.blurredImages }
  const similar = group.images.filter(({ alikeImageIds }) => alikeImageIds.length > 0).length
  return { similar, blurred: group.images.filter(({ blurred }) => blurred).length, alikeGroups: 0 }
}

/** With a retention of approved groups (D75) each has a date: only a near one is worth a sign. */
const deletionOf = ({ deletionDate }: SeenGroup, soonDays: number): Sign[] => {
  const days = deletionDate === null ? soonDays : daysUntil(deletionDate)
  if (deletionDate === null || days >= soonDays) return []
  const text = days < 1 ? t('badges.deletedSoon') : t('badges.deletedIn', { count: days })
  const kind = days < 1 ? 'danger' : days < 3 ? 'warn' : undefined
  return [{ icon: <IconClock {...iconProps} />, text, kind, title: dateTime(deletionDate) }]
}

/** What needs attention: a deletion when it is nearer than so many days. */
export const useSigns = (group: SeenGroup, soonDays: number) => {
  const isUnsaved = useUnsaved(group.groupId)
  const { similar, blurred, alikeGroups } = countsOf(group)
  const what = group.changesSinceApproval.map((change) => t(`changes.${change}`)).join(', ')
  const shown = (is: boolean, text: string, more: Omit<Sign, 'text'>): Sign[] => (is ? [{ text, ...more }] : [])
  return {
    unsaved: shown(isUnsaved, t('drafts.unsaved'), { icon: <IconPencil {...iconProps} />, kind: 'warn' }),
    state: [
      ...shown(group.staffName !== null, t('badges.staff', { name: group.staffName }), {
        icon: <IconId {...iconProps} />,
      }),
      ...deletionOf(group, soonDays),
      ...shown(what !== '', t('badges.changed', { what }), { icon: <IconEdit {...iconProps} />, kind: 'warn' }),
    ],
    photos: [
      ...shown(similar > 0, t('badges.similar', { count: similar }), { icon: <IconCopy {...iconProps} /> }),
      ...shown(alikeGroups > 0, t('badges.similarGroups', { count: alikeGroups }), {
        icon: <IconStack2 {...iconProps} />,
        similarTo: group.groupId,
      }),
      ...shown(blurred > 0, t('badges.blurred', { count: blurred }), { icon: <IconBlur {...iconProps} /> }),
    ],
  }
}

/** State and consents of a group at a glance; every icon has a label. */
export const Badges = ({ group }: { readonly group: SeenGroup }) => {
  const signs = useSigns(group, group.isApproved ? 14 : Number.POSITIVE_INFINITY)
  const withdrawn = group.workshopRevokedTimestamp ? 'revoked' : group.consent_timestamp ? 'none' : 'neverAsked'
  const workshop = group.display_in_workshop ? 'given' : withdrawn
  const workshopSign: Sign = {
    icon: <IconBuildingStore {...iconProps} />,
    text: t(`badges.workshop.${workshop}`),
    kind: workshop === 'given' ? 'good' : workshop === 'revoked' ? 'danger' : undefined,
  }
  const platformSigns = group.socialMediaConsents
    .filter(({ consented }) => consented)
    .map(
      ({ platformId, platformName, displayName, revoked }): Sign => ({
        icon: <PlatformMark platformId={platformId} platformName={platformName} />,
        text: revoked ? t('badges.revoked', { name: displayName }) : displayName,
        kind: revoked ? 'danger' : 'good',
      }),
    )
  return (
    <Group component="ul" gap={6} my={4} p={0} className={style.badges}>
      {[...signs.unsaved, ...signs.state, workshopSign, ...platformSigns, ...signs.photos].map(
        ({ icon, text, kind = 'plain', title, similarTo }) => (
          <li key={text} data-kind={kind} title={title}>
            {icon}
            {similarTo ? (
              <Link to="/admin/moderation" search={{ status: 'all', alike: similarTo }}>
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        ),
      )}
    </Group>
  )
}
