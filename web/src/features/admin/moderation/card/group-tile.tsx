import {
  IconAlertTriangle,
  IconBlur,
  IconCheck,
  IconClock,
  IconCopy,
  IconEdit,
  IconPencil,
  IconStack2,
  IconUserCheck,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { onSite } from '#web/api/base-path.ts'
import { useUnsaved } from '#web/features/admin/moderation/drafts/drafts.ts'
import { useDecidedText } from '#web/features/admin/shared/live-updates/decided.tsx'
import { daysUntil } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { CardSelect } from './card-select.tsx'
import { useDeletionText } from './deletion-text.ts'
import type { GroupCardProps } from './group-card.tsx'
import style from './group-tile.module.css'

/** A group in the dense grid: its first photo, its title and what needs attention; everything else is in the lightbox. */
export const GroupTile = (props: GroupCardProps) => {
  const { t } = useTexts()
  const { group, leaving, current, selected, onCurrent, onSelect, onView } = props
  const { groupId, previews, imageCount } = group
  const title = group.title ?? t('group.untitled')
  const [cover] = previews
  return (
    <li
      className={style.tile}
      data-current={current || undefined}
      data-selected={selected || undefined}
      data-leaving={leaving || undefined}
      onFocus={() => onCurrent(groupId)}
      onMouseDown={() => onCurrent(groupId)}
    >
      {!leaving && <CardSelect group={group} selected={selected} onSelect={onSelect} />}
      <button
        type="button"
        className={style.cover}
        aria-label={t('moderation.viewPhotos', { title, count: imageCount })}
        onClick={() => onView(groupId)}
      >
        {cover && <img src={onSite(cover.previewPath)} alt="" loading="lazy" data-hidden={cover.hidden || undefined} />}
        {imageCount > 1 && <span className={style.count}>{imageCount}</span>}
      </button>
      <h2 className={style.title}>
        <Link id={`group-${groupId}`} to="/admin/moderation/$groupId" params={{ groupId }}>
          {title}
        </Link>
      </h2>
      <Signs {...props} />
    </li>
  )
}

const Signs = (props: GroupCardProps) => (
  <p className={style.signs}>
    {useSigns(props).map(({ text, Icon }) => (
      <span key={text} role="img" aria-label={text} title={text}>
        <Icon size={16} />
      </span>
    ))}
  </p>
)

interface Sign {
  readonly text: string
  readonly Icon: typeof IconClock
}

/** What needs attention. */
const useSigns = ({ group, seen, decided }: GroupCardProps): Sign[] => {
  const { t } = useTexts()
  const decidedText = useDecidedText()
  const deletionText = useDeletionText()
  const unsaved = useUnsaved(group.groupId)
  const { deletionDate, changesSinceApproval: changes, isApproved, alikeImages, alikeGroups, blurredImages } = group
  const days = deletionDate === null ? undefined : daysUntil(deletionDate)
  const changed = changes.map((change) => t(`changes.${change}`)).join(', ')
  const sign = (shown: boolean, text: string, Icon: typeof IconClock): Sign[] => (shown ? [{ text, Icon }] : [])
  return [
    ...sign(unsaved, t('drafts.unsaved'), IconPencil),
    ...sign(isApproved, t('moderation.status.approved'), IconCheck),
    ...(days !== undefined && days < 3 ? [{ text: deletionText(days), Icon: IconClock }] : []),
    ...sign(changes.length > 0, t('badges.changed', { what: changed }), IconEdit),
    ...sign(alikeImages > 0, t('badges.alike', { count: alikeImages }), IconCopy),
    ...sign(alikeGroups > 0, t('badges.alikeGroups', { count: alikeGroups }), IconStack2),
    ...sign(blurredImages > 0, t('badges.blurred', { count: blurredImages }), IconBlur),
    ...sign(seen.differences(group.groupId).length > 0, t('meanwhile.title'), IconAlertTriangle),
    ...(decided ? [{ text: decidedText(decided), Icon: IconUserCheck }] : []),
  ]
}
