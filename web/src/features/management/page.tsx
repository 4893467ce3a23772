import { siteName } from '#web/api/site.ts'
import './styles.ts'
import './texts/texts.ts'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCode } from '#web/api/api-error.ts'
import { Announcer } from '#web/components/announcer.tsx'
import { removeUpload } from '#web/components/my-uploads/my-uploads.ts'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { DeadLink } from './dead-link.tsx'
import { DeletedPanel } from './deleted-panel.tsx'
import { removeEdits } from './edits/use-edits.ts'
import { FailedPage } from './failed-page.tsx'
import { GroupEditor } from './group-editor.tsx'
import { LoadingGroup } from './loading-group.tsx'
import { type ManagedGroup, managedGroup } from './managed-group.ts'
import type { Deleted } from './mutations.ts'

const route = getRouteApi('/manage/$token')

/** Everything that the holder of a management link can do, without an account. */
export const ManagementPage = () => {
  const { token } = route.useParams()
  return <TokenPage key={token} token={token} />
}

const TokenPage = ({ token }: { token: string }) => {
  const { t } = useTranslation('management')
  const { data: group, error, isFetching, refetch } = useQuery(managedGroup(token))
  const [gone, setGone] = useState<{ group: ManagedGroup; deleted: Deleted }>()
  useDocumentTitle(`${group?.title ?? t('pageTitle')} · ${siteName}`)
  const forget = (group: ManagedGroup, deleted: Deleted) => {
    setGone({ group, deleted })
    removeEdits(group)
    removeUpload(token)
  }

  if (!group && isCode(error, 'GROUP_NOT_FOUND')) return <DeadLink token={token} />
  if (!group && error) return <FailedPage error={error} loading={isFetching} onAgain={() => refetch()} />
  return (
    <PageFrame>
      <Announcer />
      {!group && <LoadingGroup />}
      {group && !gone && <GroupEditor token={token} group={group} onDeleted={(deleted) => forget(group, deleted)} />}
      {gone && <DeletedPanel {...gone} />}
    </PageFrame>
  )
}
