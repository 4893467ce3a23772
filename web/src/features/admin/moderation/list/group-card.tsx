import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconEyeOff, IconPhotoSearch } from '@tabler/icons-react'
import { withBasePath } from '#web/api/base-path.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import { Badges } from '#web/features/admin/moderation/group/badges.tsx'
import { ChangedSinceApproval, ChangedSinceShown } from '#web/features/admin/moderation/group/changes.tsx'
import { DecisionButtons } from '#web/features/admin/moderation/group/decision-buttons.tsx'
import type { ListedGroup } from '#web/features/admin/moderation/session/groups.ts'
import { canBe } from '#web/features/admin/moderation/session/moderate.ts'
import { isSeenWhole } from '#web/features/admin/moderation/session/seen-groups.ts'
import { DecidedNote } from '#web/features/admin/shared/live-updates/decided.tsx'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './card.module.css'
import { Card, type CardProps, CardTitle } from './card.tsx'
import photo from './card-photos.module.css'

/** A group in the queue: photos, facts and actions. */
export const GroupCard = (card: CardProps) => {
  const { group, seen, decided, gone } = card
  return (
    <Card card={card}>
      <div className={style.parts}>
        <CardPhotos {...card} />
        <div className={style.rest}>
          <div className={style.words}>
            <CardTitle group={group} />
            <Facts group={group} />
            {group.description && <p className={style.description}>{group.description}</p>}
            <CardCaptions group={group} />
            <Badges group={group} />
            <ChangedSinceApproval group={group} />
            <ChangedSinceShown group={group} seen={seen} />
            {decided && <DecidedNote decided={decided} />}
          </div>
          {!gone && <CardActions {...card} />}
        </div>
      </div>
    </Card>
  )
}

const Facts = ({ group }: Pick<CardProps, 'group'>) => {
  const { t } = useTexts()
  const photos = t('group.photos', { count: group.imageCount })
  return (
    <p className={style.facts}>
      <FactsLine facts={[group.name, String(group.year), photos, relativeTime(group.uploadDate)]} />
    </p>
  )
}

/** A group with more photos than the card shows is opened first (D44). */
const CardActions = ({ group, actions }: CardProps) => {
  const { t } = useTexts()
  const { isApproved, imageCount } = group
  const isWhole = isSeenWhole(group)
  const approve = t(isApproved ? 'moderation.seen' : 'moderation.approve')
  const approval = isWhole ? approve : t('moderation.seeAll', { count: imageCount })
  return (
    <div className={style.actions} data-actions>
      <DecisionButtons
        actions={actions}
        isApproved={isApproved}
        approval={canBe('approve', group) ? approval : undefined}
        ApprovalIcon={isWhole ? IconCheck : IconPhotoSearch}
      />
    </div>
  )
}

type Preview = ListedGroup['previews'][number]

/** The first photos of a group; they open all of them large. */
const CardPhotos = ({ group, onView }: Pick<CardProps, 'group' | 'onView'>) => {
  const { t } = useTexts()
  const { previews, imageCount } = group
  const [cover, ...strip] = previews
  const more = imageCount - previews.length
  return (
    <button type="button" className={photo.photos} data-alone={strip.length === 0 || undefined} onClick={onView}>
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

const Picture = ({ preview }: { readonly preview: Preview }) => (
  <span className={photo.picture} data-hidden={preview.hidden || undefined}>
    <img src={withBasePath(preview.previewPath)} alt="" loading="lazy" />
    {preview.hidden && <IconEyeOff />}
  </span>
)

/** The captions: they become public with the photos. */
const CardCaptions = ({ group: { previews } }: Pick<CardProps, 'group'>) => {
  const { t } = useTexts()
  const written = previews.map((preview, index) => ({ ...preview, n: index + 1 }))
  const captions = written.filter(({ imageDescription, hidden }) => imageDescription || hidden)
  if (captions.length === 0) return null
  return (
    <ul className={photo.captions}>
      {captions.map(({ imageId, n, imageDescription, hidden }) => (
        <li key={imageId}>
          <span>{t('moderation.photo', { n })}</span>
          {hidden && <em>{t('group.hidden')}</em>} {imageDescription}
        </li>
      ))}
    </ul>
  )
}
