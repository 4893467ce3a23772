import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GroupActions } from '#web/features/admin/moderation/group/actions.ts'
import type { ListedGroup } from '#web/features/admin/moderation/session/groups.ts'
import type { SeenGroups } from '#web/features/admin/moderation/session/seen-groups.ts'
import type { Decided } from '#web/features/admin/shared/live-updates/decisions.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './card.module.css'

export interface CardProps {
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
export const Card = ({ card, dense = false, children }: { card: CardProps; dense?: boolean; children: ReactNode }) => (
  <li
    className={style.card}
    data-dense={dense || undefined}
    data-current={card.current || undefined}
    data-selected={card.selected || undefined}
    data-gone={card.gone || undefined}
    onFocus={card.onCurrent}
    onMouseDown={card.onCurrent}
  >
    {!card.gone && <Select {...card} />}
    {children}
  </li>
)

const Select = ({ group, selected, onSelect }: CardProps) => {
  const { t } = useTexts()
  const id = `select-${group.groupId}`
  return (
    <label className={style.select} htmlFor={id}>
      <Checkbox
        size="sm"
        id={id}
        aria-label={t('moderation.select', { title: group.title ?? t('group.untitled') })}
        checked={selected}
        onChange={() => {}}
        onClick={(event) => onSelect(event.shiftKey)}
      />
    </label>
  )
}

export const CardTitle = ({ group: { groupId, title } }: Pick<CardProps, 'group'>) => {
  const { t } = useTexts()
  return (
    <h2 className={style.title}>
      <Link id={`group-${groupId}`} to="/admin/moderation/$groupId" params={{ groupId }}>
        {title ?? t('group.untitled')}
      </Link>
    </h2>
  )
}
