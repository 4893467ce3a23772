import {
  IconAlertTriangle,
  IconBlur,
  IconCheck,
  IconClock,
  IconCopy,
  IconEdit,
  IconPencil,
  IconUserCheck,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { onSite } from '#web/api/base-path.ts'
import { useUnsaved } from '#web/features/admin/moderation/drafts/drafts.ts'
import { useDecidedText } from '#web/features/admin/shared/live-updates/decided.tsx'
import { daysUntil } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { CardSelect } from './card-select.tsx'
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

const Signs = ({ group, seen, decided }: GroupCardProps) => {
  const { t } = useTexts()
  const decidedText = useDecidedText()
  const unsaved = useUnsaved(group.groupId)
  const { deletionDate, changesSinceApproval: changes, isApproved, alikeImages, alikeGroups, blurredImages } = group
  const alikeText = [
    alikeImages > 0 && t('badges.alike', { count: alikeImages }),
    alikeGroups > 0 && t('badges.alikeGroups', { count: alikeGroups }),
  ].filter(Boolean)
  const days = deletionDate === null ? undefined : daysUntil(deletionDate)
  return (
    <p className={style.signs}>
      {unsaved && (
        <Sign text={t('drafts.unsaved')}>
          <IconPencil size={16} />
        </Sign>
      )}
      {isApproved && (
        <Sign text={t('moderation.status.approved')}>
          <IconCheck size={16} />
        </Sign>
      )}
      {days !== undefined && days < 3 && (
        <Sign text={days < 1 ? t('badges.deletedSoon') : t('badges.deletedIn', { count: days })}>
          <IconClock size={16} />
        </Sign>
      )}
      {changes.length > 0 && (
        <Sign text={t('badges.changed', { what: changes.map((change) => t(`changes.${change}`)).join(', ') })}>
          <IconEdit size={16} />
        </Sign>
      )}
      {(alikeImages > 0 || alikeGroups > 0) && (
        <Sign text={alikeText.join(' · ')}>
          <IconCopy size={16} />
        </Sign>
      )}
      {blurredImages > 0 && (
        <Sign text={t('badges.blurred', { count: blurredImages })}>
          <IconBlur size={16} />
        </Sign>
      )}
      {seen.differences(group.groupId).length > 0 && (
        <Sign text={t('meanwhile.title')}>
          <IconAlertTriangle size={16} />
        </Sign>
      )}
      {decided && (
        <Sign text={decidedText(decided)}>
          <IconUserCheck size={16} />
        </Sign>
      )}
    </p>
  )
}

const Sign = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <span role="img" aria-label={text} title={text}>
    {children}
  </span>
)
