import { Button, Group, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { useStickyBar } from '#web/components/hooks/use-sticky-bar.ts'
import type { GroupActions } from '#web/features/admin/moderation/group/actions.ts'
import { DecisionButtons } from '#web/features/admin/moderation/group/decision-buttons.tsx'
import { type GroupsPage, pageSize } from '#web/features/admin/moderation/session/groups.ts'
import type { QueueSearch, Status } from '#web/features/admin/moderation/session/queue-search.ts'
import type { SeenGroups } from '#web/features/admin/moderation/session/seen-groups.ts'
import { Loaded } from '#web/features/admin/shared/page/page.tsx'
import { number } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { useDecidedGroups } from './decided-groups.ts'
import { GroupCard, GroupTile } from './group-card.tsx'
import style from './group-list.module.css'
import { useView } from './queue-view.tsx'
import type { Position } from './use-position.ts'
import type { Selection } from './use-selection.ts'

interface GroupListProps {
  readonly list: UseQueryResult<GroupsPage>
  readonly search: QueueSearch
  readonly seen: SeenGroups
  readonly position: Position
  readonly selection: Selection
  readonly actionsOn: (groupIds: readonly string[]) => GroupActions
  readonly onView: (groupId: string) => void
}

export const GroupList = (props: GroupListProps) => {
  const placeholder = (
    <div className={`stack ${style.list}`} role="status" aria-label={t('app.loading')}>
      {[1, 2, 3].map((n) => (
        <Skeleton key={n} h={{ base: '30rem', sm: '15.5rem' }} radius={14} />
      ))}
    </div>
  )
  return (
    <Loaded query={props.list} placeholder={placeholder}>
      {(page) => <Cards {...props} page={page} />}
    </Loaded>
  )
}

const Cards = (props: GroupListProps & { readonly page: GroupsPage }) => {
  const { page, list, search, seen, position, selection, actionsOn, onView } = props
  const view = useView(search)
  const Shown = view === 'grid' ? GroupTile : GroupCard
  const { shown, decisions } = useDecidedGroups(page.groups, JSON.stringify(search))
  if (shown.length === 0 && !list.isFetching) return <EmptyQueue search={search} />
  return (
    <>
      <ul
        className={`stack ${style.list}`}
        data-view={view}
        aria-label={t('moderation.list')}
        aria-busy={list.isPlaceholderData}
      >
        {shown.map((group) => (
          <Shown
            key={group.groupId}
            group={group}
            seen={seen}
            actions={actionsOn([group.groupId])}
            decided={decisions.get(group.groupId)}
            gone={!page.groups.includes(group)}
            current={group.groupId === position.current}
            selected={selection.has(group.groupId)}
            onCurrent={() => position.setCurrent(group.groupId)}
            onSelect={(range) => selection[range ? 'extend' : 'toggle'](group.groupId)}
            onView={() => onView(group.groupId)}
          />
        ))}
      </ul>
      <Pages search={search} total={page.totalCount} />
    </>
  )
}

const pageLink = `finger-link ${style.link}`

/** Links to the other pages of the list. */
const Pages = ({ search, total }: { search: QueueSearch; total: number }) => {
  const { page = 1, ...rest } = search
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1 && page === 1) return null
  const to = (next: number): QueueSearch => (next > 1 ? { ...rest, page: next } : rest)
  const range = { from: number((page - 1) * pageSize + 1), to: number(Math.min(total, page * pageSize)) }
  return (
    <Group
      component="nav"
      justify="space-between"
      gap="8px 16px"
      mt={24}
      c="var(--ink-soft)"
      aria-label={t('moderation.pages')}
    >
      <Link to="/admin/moderation" search={to(page - 1)} disabled={page <= 1} className={pageLink} resetScroll>
        <IconArrowLeft size={18} />
        {t('moderation.previousPage')}
      </Link>
      <p>{t('moderation.range', { ...range, total: number(total) })}</p>
      <Link to="/admin/moderation" search={to(page + 1)} disabled={page >= pages} className={pageLink} resetScroll>
        {t('moderation.nextPage')}
        <IconArrowRight size={18} />
      </Link>
    </Group>
  )
}

/** Nothing is left to do, or nothing was found. */
const EmptyQueue = ({ search }: { search: QueueSearch }) => {
  const { status: _, view: __, ...filters } = search
  const filtered = Object.keys(filters).length > 0
  const { status = 'pending' } = search
  return (
    <div className={`stack ${style.empty}`}>
      <EmptyFrames empty />
      <h2>{t(filtered ? 'moderation.nothingFound' : `moderation.empty.${status}`)}</h2>
      {filtered ? (
        <Link to="/admin/moderation" search={status === 'pending' ? {} : { status }}>
          {t('moderation.clearFilter')}
        </Link>
      ) : (
        status === 'pending' && <p className="soft">{t('moderation.emptyText')}</p>
      )}
    </div>
  )
}

interface SelectionBarProps {
  readonly count: number
  readonly status: Status | undefined
  readonly actions: GroupActions
  readonly onClear: () => void
  /** More that can be done with them. */
  readonly children: ReactNode
}

/** What can be done with the chosen groups together. */
export const SelectionBar = ({ count, status = 'pending', actions, onClear, children }: SelectionBarProps) => {
  const chosen = t('moderation.chosen', { count })
  const bar = useStickyBar<HTMLElement>()
  useEffect(() => announce(chosen), [chosen])
  return (
    <section ref={bar} className="row sticky-bar" aria-label={chosen}>
      <p>{chosen}</p>
      <DecisionButtons
        actions={actions}
        approval={status === 'approved' ? undefined : t('moderation.approve')}
        isApproved={status !== 'pending'}
      />
      {children}
      <Button variant="subtle" color="gray" onClick={onClear}>
        {t('moderation.clear')}
      </Button>
    </section>
  )
}
