import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { QueueDialogs } from './dialogs/queue-dialogs.tsx'
import { KeysButton } from './keyboard/keys-dialog.tsx'
import { GroupList } from './list/group-list.tsx'
import { QueueFilter } from './list/queue-filter.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { useQueue } from './list/use-queue.ts'
import { OpenRequests } from './removal-requests/open-requests.tsx'

const { Part: QueueLightbox } = lazyPart(() =>
  import('./lightbox/queue-lightbox.tsx').then((module) => module.QueueLightbox),
)

/** The moderation queue. */
export const ModerationPage = () => {
  const { t } = useTexts()
  const search = useSearch({ from: '/admin/moderation' })
  const queue = useQueue(search)
  const { review, selection, position, lightbox } = queue
  return (
    <>
      <PageTitle title={t('moderation.title')}>
        <KeysButton onClick={() => queue.openDialog('keys')} />
      </PageTitle>
      <OpenRequests />
      <QueueFilter search={search} />
      <GroupList
        list={queue.list}
        search={search}
        seen={queue.seen}
        current={position.current}
        selection={selection}
        onCurrent={position.setCurrent}
        onAct={(action, groupId) => review.moderate(action, [groupId])}
        onView={queue.view}
        onDialog={(kind, groupId) => {
          position.setCurrent(groupId)
          queue.openDialog(kind, [groupId])
        }}
      />
      {selection.selected.length > 0 && (
        <SelectionBar
          count={selection.selected.length}
          status={search.status ?? 'pending'}
          onAct={review.moderate}
          onDelete={() => queue.openDialog('delete')}
          onClear={selection.clear}
        />
      )}
      {lightbox && (
        <Suspense>
          <QueueLightbox {...lightbox} />
        </Suspense>
      )}
      <QueueDialogs {...queue.dialogs} />
    </>
  )
}
