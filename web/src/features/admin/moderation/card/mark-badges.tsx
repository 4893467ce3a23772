import { IconBlur, IconCopy, IconStack2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ListedGroup } from '#web/features/admin/moderation/list/queue-queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export type Marked = Pick<ListedGroup, 'groupId'> &
  Partial<Pick<ListedGroup, 'alikeImages' | 'blurredImages' | 'alikeGroups'>>

/** Counts near duplicates and blurred photos: forty photos of one vase need one look. */
export const MarkBadges = ({ groupId, alikeImages = 0, blurredImages = 0, alikeGroups = 0 }: Marked) => {
  const { t } = useTexts()
  return (
    <>
      {alikeImages > 0 && (
        <li data-kind="plain">
          <IconCopy size={16} aria-hidden="true" />
          {t('badges.alike', { count: alikeImages })}
        </li>
      )}
      {alikeGroups > 0 && (
        <li data-kind="plain">
          <IconStack2 size={16} aria-hidden="true" />
          <Link to="/admin/moderation" search={{ status: 'all', alike: groupId }}>
            {t('badges.alikeGroups', { count: alikeGroups })}
          </Link>
        </li>
      )}
      {blurredImages > 0 && (
        <li data-kind="plain">
          <IconBlur size={16} aria-hidden="true" />
          {t('badges.blurred', { count: blurredImages })}
        </li>
      )}
    </>
  )
}
