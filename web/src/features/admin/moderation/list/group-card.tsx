import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconEyeOff, IconPhotoSearch, IconUserCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import type { GroupActions } from '#web/features/admin/moderation/group/actions.ts'
import { Badges, type Sign, useSigns } from '#web/features/admin/moderation/group/badges.tsx'
import { ChangedSinceApproval, ChangedSinceShown } from '#web/features/admin/moderation/group/changes.tsx'
import { DecisionButtons } from '#web/features/admin/moderation/group/decision-buttons.tsx'
import type { ListedGroup } from '#web/features/admin/moderation/session/groups.ts'
import { canBe } from '#web/features/admin/moderation/session/moderate.ts'
import { isSeenWhole, type SeenGroups } from '#web/features/admin/moderation/session/seen-groups.ts'
import { useMixedExhibitions } from '#web/features/admin/shared/exhibitions.ts'
import { DecidedNote, decidedText } from '#web/features/admin/shared/live-updates/decided.tsx'
import type { Decided } from '#web/features/admin/shared/live-updates/decisions.ts'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './card.module.css'
import photo from './card-photos.module.css'

/** A group with more photos than the card shows is opened first (D44). */
const approvalOf = (group: ListedGroup) => {
  if (!isSeenWhole(group)) return 'moderation.seeAll'
  return group.isApproved ? 'moderation.seen' : 'moderation.approve'
}

/** A group in the queue: photos, facts and actions. */
export const GroupCard = (card: CardProps) => {
  const { group, seen, actions, decided, gone } = card
  const { isApproved, imageCount } = group
  const photos = t('group.photos', { count: imageCount })
  const exhibition = useMixedExhibitions() ? group.exhibition.name : null
  const isWhole = isSeenWhole(group)
  return (
    <Card card={card}>
      <div className={`stack ${style.parts}`}>
        <CardPhotos {...card} />
        <div className={style.rest}>
          <div className={`stack ${style.words}`}>
            <CardTitle group={group} />
            <p className={`soft ${style.facts}`}>
              <FactsLine facts={[exhibition, group.name, String(group.year), photos, relativeTime(group.uploadDate)]} />
            </p>
            {group.description && <p className={style.description}>{group.description}</p>}
            <CardCaptions group={group} />
            <Badges group={group} />
            <ChangedSinceApproval group={group} />
            <ChangedSinceShown group={group} seen={seen} />
            {decided && <DecidedNote decided={decided} />}
          </div>
          {!gone && (
            <div className={style.actions} data-actions>
              <DecisionButtons
                actions={actions}
                canEdit
                isApproved={isApproved}
                approval={canBe('approve', group) ? t(approvalOf(group), { count: imageCount }) : undefined}
                ApprovalIcon={isWhole ? IconCheck : IconPhotoSearch}
              />
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}

/** The first photos of a group; they open all of them large. */
const CardPhotos = ({ group, onView }: Pick<CardProps, 'group' | 'onView'>) => {
  const { previews, imageCount } = group
  const [cover, ...strip] = previews
  const more = imageCount - previews.length
  return (
    <button
      type="button"
      className={`plain-button ${photo.photos}`}
      data-alone={strip.length === 0 || undefined}
      onClick={onView}
    >
      <VisuallyHidden>
        {t('moderation.viewPhotos', { title: group.title ?? t('group.untitled'), count: imageCount })}
      </VisuallyHidden>
      <span className={photo.cover}>{cover && <Picture preview={cover} />}</span>
      {strip.length > 0 && (
        <span className={photo.strip}>
          {strip.map((preview) => (
            <Picture key={preview.imageId} preview={preview} />
          ))}
          {more > 0 && (
            <span className={style.count} aria-hidden="true">
              +{more}
            </span>
          )}
        </span>
      )}
    </button>
  )
}

const Picture = ({ preview }: { readonly preview: ListedGroup['previews'][number] }) => (
  <span className={photo.picture} data-hidden={preview.hidden || undefined}>
    <img src={withBasePath(preview.previewPath)} alt="" loading="lazy" />
    {preview.hidden && <IconEyeOff />}
  </span>
)

/** The captions: they become public with the photos. */
const CardCaptions = ({ group: { previews } }: Pick<CardProps, 'group'>) => {
  const written = previews.map((preview, index) => ({ ...preview, n: index + 1 }))
  const captions = written.filter(({ imageDescription, altText, hidden }) => imageDescription || altText || hidden)
  if (captions.length === 0) return null
  return (
    <ul className={`stack breakable ${photo.captions}`}>
      {captions.map(({ imageId, n, imageDescription, altText, hidden }) => (
        <li key={imageId}>
          <span>{t('moderation.photo', { n })}</span>
          {hidden && <em>{t('group.hidden')}</em>} {imageDescription}
          {altText && <i className="soft">{t('moderation.altText', { text: altText })}</i>}
        </li>
      ))}
    </ul>
  )
}

interface CardProps {
  readonly group: ListedGroup
  readonly seen: SeenGroups
  readonly actions: GroupActions
  readonly decided: Decided | undefined
  /** It has left the list and stays visible for a moment. */
  readonly gone: boolean
  readonly current: boolean
  readonly selected: boolean
  readonly onCurrent: () => void
  readonly onSelect: (range: boolean) => void
  /** Shows all photos large. */
  readonly onView: () => void
}

/** A group in the list, which becomes the current one by a click or with the focus. */
const Card = ({ card, dense = false, children }: { card: CardProps; dense?: boolean; children: ReactNode }) => {
  const id = `select-${card.group.groupId}`
  return (
    <li
      className={`sheet ${style.card}`}
      data-dense={dense || undefined}
      data-current={card.current || undefined}
      data-selected={card.selected || undefined}
      data-gone={card.gone || undefined}
      onFocus={card.onCurrent}
      onMouseDown={card.onCurrent}
    >
      {!card.gone && (
        <label className={`centred finger-box ${style.select}`} htmlFor={id}>
          <Checkbox
            size="sm"
            id={id}
            aria-label={t('moderation.select', { title: card.group.title ?? t('group.untitled') })}
            checked={card.selected}
            onChange={() => {}}
            onClick={(event) => card.onSelect(event.shiftKey)}
          />
        </label>
      )}
      {children}
    </li>
  )
}

const CardTitle = ({ group: { groupId, title } }: Pick<CardProps, 'group'>) => (
  <h2 className={style.title}>
    <Link id={`group-${groupId}`} to="/admin/moderation/$groupId" params={{ groupId }}>
      {title ?? t('group.untitled')}
    </Link>
  </h2>
)

/** A group in the dense grid: its first photo, its title and what needs attention; everything else is in the lightbox. */
export const GroupTile = (props: CardProps) => {
  const { group, seen, decided } = props
  const { title, previews, imageCount } = group
  const [cover] = previews
  const { unsaved, state, photos } = useSigns(group, 3)
  const isChanged = seen.differences(group.groupId).length > 0
  const signs: Pick<Sign, 'text' | 'icon'>[] = [
    ...unsaved,
    ...(group.isApproved ? [{ text: t('moderation.status.approved'), icon: <IconCheck size={16} /> }] : []),
    ...state,
    ...photos,
    ...(isChanged ? [{ text: t('sinceShown.title'), icon: <IconAlertTriangle size={16} /> }] : []),
    ...(decided ? [{ text: decidedText(decided), icon: <IconUserCheck size={16} /> }] : []),
  ]
  return (
    <Card card={props} dense>
      <button
        type="button"
        className={`plain-button ${photo.tile}`}
        aria-label={t('moderation.viewPhotos', { title: title ?? t('group.untitled'), count: imageCount })}
        onClick={props.onView}
      >
        {cover && (
          <img src={withBasePath(cover.previewPath)} alt="" loading="lazy" data-hidden={cover.hidden || undefined} />
        )}
        {imageCount > 1 && <span className={style.count}>{imageCount}</span>}
      </button>
      <CardTitle group={group} />
      <p className={photo.signs}>
        {signs.map(({ text, icon }) => (
          <span key={text} className="centred" role="img" aria-label={text} title={text}>
            {icon}
          </span>
        ))}
      </p>
    </Card>
  )
}
