import { IconAlertTriangle, IconCheck, IconUserCheck } from '@tabler/icons-react'
import { withBasePath } from '#web/api/base-path.ts'
import { type Sign, useSigns } from '#web/features/admin/moderation/group/badges.tsx'
import { useDecidedText } from '#web/features/admin/shared/live-updates/decided.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import card from './card.module.css'
import { Card, type CardProps, CardTitle } from './card.tsx'
import style from './group-tile.module.css'

/** A group in the dense grid: its first photo, its title and what needs attention; everything else is in the lightbox. */
export const GroupTile = (props: CardProps) => {
  const { t } = useTexts()
  const { title, previews, imageCount } = props.group
  const [cover] = previews
  return (
    <Card card={props} dense>
      <button
        type="button"
        className={style.cover}
        aria-label={t('moderation.viewPhotos', { title: title ?? t('group.untitled'), count: imageCount })}
        onClick={props.onView}
      >
        {cover && (
          <img src={withBasePath(cover.previewPath)} alt="" loading="lazy" data-hidden={cover.hidden || undefined} />
        )}
        {imageCount > 1 && <span className={card.count}>{imageCount}</span>}
      </button>
      <CardTitle group={props.group} />
      <p className={style.signs}>
        {useTileSigns(props).map(({ text, icon }) => (
          <span key={text} role="img" aria-label={text} title={text}>
            {icon}
          </span>
        ))}
      </p>
    </Card>
  )
}

const useTileSigns = ({ group, seen, decided }: CardProps): Sign[] => {
  const { t } = useTexts()
  const decidedText = useDecidedText()
  const { unsaved, state, photos } = useSigns(group, 3)
  const isChanged = seen.differences(group.groupId).length > 0
  return [
    ...unsaved,
    ...(group.isApproved ? [{ text: t('moderation.status.approved'), icon: <IconCheck size={16} /> }] : []),
    ...state,
    ...photos,
    ...(isChanged ? [{ text: t('sinceShown.title'), icon: <IconAlertTriangle size={16} /> }] : []),
    ...(decided ? [{ text: decidedText(decided), icon: <IconUserCheck size={16} /> }] : []),
  ]
}
