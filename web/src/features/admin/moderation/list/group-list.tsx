import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { GroupCard } from '#web/features/admin/moderation/card/group-card.tsx'
import { GroupTile } from '#web/features/admin/moderation/card/group-tile.tsx'
import type { SeenGroups } from '#web/features/admin/moderation/seen/seen-groups.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { EmptyQueue } from './empty-queue.tsx'
import style from './group-list.module.css'
import type { Action } from './moderated-page.ts'
import { Pages } from './pages.tsx'
import type { GroupsPage } from './queue-queries.ts'
import type { QueueSearch } from './queue-search.ts'
import { useView } from './queue-view.ts'
import { useDecidedGroups } from './use-decided-groups.ts'
import type { useSelection } from './use-selection.ts'

interface GroupListProps {
  readonly list: UseQueryResult<GroupsPage>
  readonly search: QueueSearch
  readonly seen: SeenGroups
  readonly current: string | undefined
  readonly selection: ReturnType<typeof useSelection>
  readonly onCurrent: (groupId: string) => void
  readonly onAct: (action: Action, groupId: string) => void
  readonly onView: (groupId: string) => void
  readonly onDialog: (kind: 'delete' | 'edit', groupId: string) => void
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
  const { page, list, search, seen, current, selection, onCurrent, onAct, onView, onDialog } = props
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
            decided={decisions.get(group.groupId)}
            leaving={!page.groups.includes(group)}
            current={group.groupId === current}
            selected={selection.has(group.groupId)}
            onCurrent={onCurrent}
            onSelect={(range) => (range ? selection.extend(group.groupId) : selection.toggle(group.groupId))}
            onAct={onAct}
            onView={onView}
            onDialog={onDialog}
          />
        ))}
      </ul>
      <Pages search={search} total={page.totalCount} />
    </>
  )
}
