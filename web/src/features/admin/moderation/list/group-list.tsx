import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { GroupActions } from '#web/features/admin/moderation/group/actions.ts'
import type { GroupsPage } from '#web/features/admin/moderation/session/groups.ts'
import type { QueueSearch } from '#web/features/admin/moderation/session/queue-search.ts'
import type { SeenGroups } from '#web/features/admin/moderation/session/seen-groups.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { useDecidedGroups } from './decided-groups.ts'
import { EmptyQueue } from './empty-queue.tsx'
import { GroupCard } from './group-card.tsx'
import style from './group-list.module.css'
import { GroupTile } from './group-tile.tsx'
import { Pages } from './pages.tsx'
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

export const GroupList = (props: GroupListProps) => (
  <Loaded query={props.list} placeholder={<Placeholder />}>
    {(page) => <Cards {...props} page={page} />}
  </Loaded>
)

const Placeholder = () => {
  const { t } = useTexts()
  return (
    <div className={style.list} role="status" aria-label={t('app.loading')}>
      {[1, 2, 3].map((n) => (
        <Skeleton key={n} className={style.skeleton} radius={14} />
      ))}
    </div>
  )
}

const Cards = (props: GroupListProps & { readonly page: GroupsPage }) => {
  const { page, list, search, seen, position, selection, actionsOn, onView } = props
  const { t } = useTexts()
  const view = useView(search)
  const Shown = view === 'grid' ? GroupTile : GroupCard
  const { shown, decisions } = useDecidedGroups(page.groups, JSON.stringify(search))
  if (shown.length === 0 && !list.isFetching) return <EmptyQueue search={search} />
  return (
    <>
      <ul className={style.list} data-view={view} aria-label={t('moderation.list')} aria-busy={list.isPlaceholderData}>
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
