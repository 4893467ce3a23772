import { Checkbox } from '@mantine/core'
import type { ListedGroup } from '#web/features/admin/moderation/list/queue-queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './group-card.module.css'

interface CardSelectProps {
  readonly group: ListedGroup
  readonly selected: boolean
  readonly onSelect: (range: boolean) => void
}

export const CardSelect = ({ group, selected, onSelect }: CardSelectProps) => {
  const { t } = useTexts()
  const id = `select-${group.groupId}`
  return (
    <label className={style.select} htmlFor={id}>
      <Checkbox
        id={id}
        aria-label={t('moderation.select', { title: group.title ?? t('group.untitled') })}
        checked={selected}
        onChange={() => {}}
        onClick={(event) => onSelect(event.shiftKey)}
      />
    </label>
  )
}
