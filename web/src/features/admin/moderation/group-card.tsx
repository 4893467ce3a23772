import { Button, Checkbox } from '@mantine/core'
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { onSite } from '#web/api/base-path.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { Badges } from './badges.tsx'
import style from './group-card.module.css'
import type { Action } from './moderated-page.ts'
import type { ListedGroup } from './queue-queries.ts'

interface GroupCardProps {
  readonly group: ListedGroup
  readonly current: boolean
  readonly selected: boolean
  readonly onCurrent: (groupId: string) => void
  readonly onSelect: (range: boolean) => void
  readonly onAct: (action: Action, groupId: string) => void
  readonly onDialog: (kind: 'delete' | 'edit', groupId: string) => void
}

/** A group in the queue: its photos, what is said about it, and what can be done. */
export const GroupCard = (props: GroupCardProps) => {
  const { group, current, selected, onCurrent, onSelect, onAct, onDialog } = props
  const { t } = useTexts()
  const { groupId, previewPaths, imageCount } = group
  const title = group.title ?? t('group.untitled')
  const [cover, ...strip] = previewPaths
  const more = imageCount - previewPaths.length
  const facts = [
    group.name,
    String(group.year),
    t('group.photos', { count: imageCount }),
    relativeTime(group.uploadDate),
  ]
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
      <Link
        to="/admin/moderation/$groupId"
        params={{ groupId }}
        className={style.photos}
        tabIndex={-1}
        aria-hidden="true"
        data-alone={strip.length === 0 || undefined}
      >
        <span className={style.cover}>{cover && <img src={onSite(cover)} alt="" loading="lazy" />}</span>
        {strip.length > 0 && (
          <span className={style.strip}>
            {strip.map((path) => (
              <img key={path} src={onSite(path)} alt="" loading="lazy" />
            ))}
            {more > 0 && <span className={style.more}>+{more}</span>}
          </span>
        )}
      </Link>
      <div className={style.words}>
        <h2 className={style.title}>
          <Link id={`group-${groupId}`} to="/admin/moderation/$groupId" params={{ groupId }}>
            {title}
          </Link>
        </h2>
        <p className={style.facts}>
          <FactsLine facts={facts} />
        </p>
        {group.description && <p className={style.description}>{group.description}</p>}
        <Badges group={group} />
        <div className={style.actions}>
          {(!group.isApproved || group.changedSinceApproval) && (
            <Button h={44} leftSection={<IconCheck size={18} />} onClick={() => onAct('approve', groupId)}>
              {t(group.isApproved ? 'moderation.seen' : 'moderation.approve')}
            </Button>
          )}
          {group.isApproved && (
            <Button
              h={44}
              variant="default"
              leftSection={<IconX size={18} />}
              onClick={() => onAct('unapprove', groupId)}
            >
              {t('moderation.unapprove')}
            </Button>
          )}
          <Button
            h={44}
            variant="default"
            leftSection={<IconPencil size={18} />}
            onClick={() => onDialog('edit', groupId)}
          >
            {t('moderation.edit')}
          </Button>
          <Button
            h={44}
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={18} />}
            onClick={() => onDialog('delete', groupId)}
          >
            {t('moderation.delete')}
          </Button>
        </div>
      </div>
    </li>
  )
}
