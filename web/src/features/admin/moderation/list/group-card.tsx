import { IconCheck, IconPhotoSearch } from '@tabler/icons-react'
import { FactsLine } from '#web/components/facts-line.tsx'
import { Badges } from '#web/features/admin/moderation/group/badges.tsx'
import { ChangedSinceApproval, ChangedSinceShown } from '#web/features/admin/moderation/group/changes.tsx'
import { DecisionButtons } from '#web/features/admin/moderation/group/decision-buttons.tsx'
import { canBe } from '#web/features/admin/moderation/session/moderate.ts'
import { isSeenWhole } from '#web/features/admin/moderation/session/seen-groups.ts'
import { DecidedNote } from '#web/features/admin/shared/live-updates/decided.tsx'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './card.module.css'
import { Card, type CardProps, CardTitle } from './card.tsx'
import { CardCaptions, CardPhotos } from './card-photos.tsx'

/** A group in the queue: photos, facts and actions. */
export const GroupCard = (card: CardProps) => {
  const { group, seen, decided, gone } = card
  return (
    <Card card={card}>
      <CardPhotos {...card} />
      <div className={style.words}>
        <CardTitle group={group} />
        <Facts group={group} />
        {group.description && <p className={style.description}>{group.description}</p>}
        <CardCaptions group={group} />
        <Badges group={group} />
        <ChangedSinceApproval group={group} />
        <ChangedSinceShown group={group} seen={seen} />
        {decided && <DecidedNote decided={decided} />}
        {!gone && <CardActions {...card} />}
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
    <div className={style.actions}>
      <DecisionButtons
        actions={actions}
        isApproved={isApproved}
        approval={canBe('approve', group) ? approval : undefined}
        ApprovalIcon={isWhole ? IconCheck : IconPhotoSearch}
      />
    </div>
  )
}
