import { IconBlur, IconCopy } from '@tabler/icons-react'
import type { ListedGroup } from '#web/features/admin/moderation/list/queue-queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** Counts near duplicates and blurred photos: forty photos of one vase need one look. */
export const MarkBadges = ({ alikeImages, blurredImages }: Pick<ListedGroup, 'alikeImages' | 'blurredImages'>) => {
  const { t } = useTexts()
  return (
    <>
      {alikeImages > 0 && (
        <li data-kind="plain">
          <IconCopy size={16} aria-hidden="true" />
          {t('badges.alike', { count: alikeImages })}
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
