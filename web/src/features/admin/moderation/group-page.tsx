import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isCode } from '#web/api/api-error.ts'
import { useDecidedText } from '#web/features/admin/shared/live-updates/decided.tsx'
import { useDecisions } from '#web/features/admin/shared/live-updates/decisions.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import './group/report-to-pages.ts'
import { usePendingDeletion } from './group/use-session.ts'
import { type AdminGroup, adminGroup } from './session/groups.ts'
import { last } from './session/last-queue.ts'
import { useGroupPage } from './use-group-page.ts'
import { Overlays } from './viewer/overlays.tsx'
import { GroupView } from './viewer/page/group-view.tsx'
import { usePhotosView } from './viewer/page/use-photos-view.ts'

/** One group with all its details. The chat bot links here. */
export const GroupPage = () => {
  const { t } = useTexts()
  const { groupId } = useParams({ from: '/admin/moderation/$groupId' })
  const query = useQuery(adminGroup(groupId))
  const decided = useDecisions().get(groupId)
  const pending = usePendingDeletion()
  useEffect(() => {
    last.groupId = groupId
  }, [groupId])
  const decidedText = useDecidedText()
  // Someone may also delete the group while the page is open.
  if (isCode(query.error, 'GROUP_NOT_FOUND'))
    return <Gone title={t('group.goneTitle')} text={decided ? decidedText(decided) : t('group.goneText')} />
  if (pending.has(groupId))
    return <Gone title={t('group.pendingDeletionTitle')} text={t('group.pendingDeletionText')} />
  return (
    <Loaded query={query} placeholder={640}>
      {(group) => <Shown key={groupId} group={group} />}
    </Loaded>
  )
}

const Gone = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <PageTitle title={title} text={text}>
    <Button component={Link} to="/admin/moderation" h={44}>
      {useTexts().t('group.toQueue')}
    </Button>
  </PageTitle>
)

const Shown = ({ group }: { readonly group: AdminGroup }) => {
  const { viewer, busy, dialog, close, remove, note } = useGroupPage(group)
  const { isOpen, imageId, show, close: closePhotos } = usePhotosView(group)
  return (
    <>
      <GroupView viewer={viewer} busy={busy} onNote={note} onView={show} />
      <Overlays
        large={isOpen ? viewer : undefined}
        imageId={imageId}
        onCloseLarge={closePhotos}
        dialog={dialog}
        place="page"
        groups={[group]}
        onClose={close}
        onDelete={remove}
      />
    </>
  )
}
