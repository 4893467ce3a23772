import { Link } from '@tanstack/react-router'
import { FactsLine } from '#web/components/facts-line.tsx'
import type { Action } from '#web/features/admin/moderation/list/moderated-page.ts'
import type { ListedGroup } from '#web/features/admin/moderation/list/queue-queries.ts'
import { Meanwhile } from '#web/features/admin/moderation/seen/meanwhile.tsx'
import type { SeenGroups } from '#web/features/admin/moderation/seen/seen-groups.ts'
import { SinceApproval } from '#web/features/admin/moderation/seen/since-approval.tsx'
import { DecidedNote } from '#web/features/admin/shared/live-updates/decided.tsx'
import type { Decided } from '#web/features/admin/shared/live-updates/decisions.ts'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { Badges } from './badges.tsx'
import { CardActions } from './card-actions.tsx'
import { CardCaptions, CardPhotos } from './card-photos.tsx'
import { CardSelect } from './card-select.tsx'
import style from './group-card.module.css'

export interface GroupCardProps {
  readonly group: ListedGroup
  readonly seen: SeenGroups
  readonly decided: Decided | undefined
  /** It has left the list and stays visible for a moment. */
  readonly leaving: boolean
  readonly current: boolean
  readonly selected: boolean
  readonly onCurrent: (groupId: string) => void
  readonly onSelect: (range: boolean) => void
  readonly onAct: (action: Action, groupId: string) => void
  /** Shows all photos large. */
  readonly onView: (groupId: string) => void
  readonly onDialog: (kind: 'delete' | 'edit', groupId: string) => void
}

/** A group in the queue: photos, facts and actions. */
export const GroupCard = (props: GroupCardProps) => {
  const { group, seen, decided, leaving, current, selected, onCurrent, onSelect, onAct, onView, onDialog } = props
  const { groupId } = group
  return (
    <li
      className={style.card}
      data-current={current || undefined}
      data-selected={selected || undefined}
      data-leaving={leaving || undefined}
      onFocus={() => onCurrent(groupId)}
      onMouseDown={() => onCurrent(groupId)}
    >
      {!leaving && <CardSelect group={group} selected={selected} onSelect={onSelect} />}
      <CardPhotos group={group} onView={() => onView(groupId)} />
      <div className={style.words}>
        <CardWords group={group} />
        <SinceApproval group={group} />
        <Meanwhile differences={seen.differences(groupId)} onAccept={() => seen.accept(groupId)} />
        {decided && <DecidedNote decided={decided} />}
        {!leaving && <CardActions group={group} onAct={onAct} onDialog={onDialog} />}
      </div>
    </li>
  )
}

const CardWords = ({ group }: { readonly group: ListedGroup }) => {
  const { t } = useTexts()
  const { groupId } = group
  const facts = [
    group.name,
    String(group.year),
    t('group.photos', { count: group.imageCount }),
    relativeTime(group.uploadDate),
  ]
  return (
    <>
      <h2 className={style.title}>
        <Link id={`group-${groupId}`} to="/admin/moderation/$groupId" params={{ groupId }}>
          {group.title ?? t('group.untitled')}
        </Link>
      </h2>
      <p className={style.facts}>
        <FactsLine facts={facts} />
      </p>
      {group.description && <p className={style.description}>{group.description}</p>}
      <CardCaptions group={group} />
      <Badges group={group} />
    </>
  )
}
