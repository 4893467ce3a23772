import { useSearch } from '@tanstack/react-router'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { actionsOn } from './group/actions.ts'
import { KeysButton } from './group/keys/keys-dialog.tsx'
import './group/report-to-pages.ts'
import { GroupList } from './list/group-list.tsx'
import { QueueFilter } from './list/queue-filter.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { OpenRequests } from './removal-requests/open-requests.tsx'
import { useQueue } from './use-queue.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import { useQueueViewer } from './use-queue-viewer.ts'
import { Overlays } from './viewer/overlays.tsx'

/** The moderation queue. */
export const ModerationPage = () => {
  const { t } = useTexts()
  const search = useSearch({ from: '/admin/moderation' })
  const queue = useQueue(search)
  const actions = useQueueKeys(queue)
  const viewer = useQueueViewer(queue)
  const { selection, page } = queue
  const remove = (groupIds: readonly string[]) => {
    page.open(undefined)
    page.act('delete', groupIds)
  }
  return (
    <>
      <PageTitle title={t('moderation.title')}>
        <KeysButton onClick={actions.help} />
      </PageTitle>
      <OpenRequests />
      <QueueFilter search={search} />
      <GroupList {...queue} search={search} actionsOn={(groupIds) => actionsOn(groupIds, page)} onView={queue.view} />
      <SelectionBar
        count={selection.selected.length}
        status={search.status}
        actions={actions}
        onClear={selection.clear}
      />
      <Overlays
        large={viewer}
        onCloseLarge={queue.closeView}
        dialog={queue.dialog}
        place="list"
        groups={queue.groups}
        onClose={queue.closeDialog}
        onDelete={remove}
      />
    </>
  )
}
