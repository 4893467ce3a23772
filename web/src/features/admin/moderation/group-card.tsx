import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FactsLine } from '#web/components/facts-line.tsx'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { Badges } from './badges.tsx'
import { CardActions } from './card-actions.tsx'
import { CardCaptions, CardPhotos } from './card-photos.tsx'
import style from './group-card.module.css'
import type { Action } from './moderated-page.ts'
import type { ListedGroup } from './queue-queries.ts'
import { Meanwhile } from './seen/meanwhile.tsx'
import type { SeenGroups } from './seen/seen-groups.ts'

interface GroupCardProps {
  readonly group: ListedGroup
  readonly seen: SeenGroups
  readonly current: boolean
  readonly selected: boolean
  readonly onCurrent: (groupId: string) => void
  readonly onSelect: (range: boolean) => void
  readonly onAct: (action: Action, groupId: string) => void
  readonly onDialog: (kind: 'delete' | 'edit', groupId: string) => void
}

/** A group in the queue: its photos, what is said about it, and what can be done. */
export const GroupCard = (props: GroupCardProps) => {
  const { group, seen, current, selected, onCurrent, onSelect, onAct, onDialog } = props
  const { t } = useTexts()
  const { groupId } = group
  const title = group.title ?? t('group.untitled')
  return (
    <li
      className={style.card}
      data-current={current || undefined}
      data-selected={selected || undefined}
      onFocus={() => onCurrent(groupId)}
      onMouseDown={() => onCurrent(groupId)}
    >
      <label className={style.select} htmlFor={`select-${groupId}`}>
        <Checkbox
          id={`select-${groupId}`}
          aria-label={t('moderation.select', { title })}
          checked={selected}
          onChange={() => {}}
          onClick={(event) => onSelect(event.shiftKey)}
        />
      </label>
      <CardPhotos group={group} />
      <div className={style.words}>
        <CardWords group={group} />
        <Meanwhile differences={seen.differences(groupId)} onAccept={() => seen.accept(groupId)} />
        <CardActions group={group} onAct={onAct} onDialog={onDialog} />
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
