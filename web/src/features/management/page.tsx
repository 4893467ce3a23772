import { siteName } from '#web/api/site.ts'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isCode } from '#web/api/api-error.ts'
import { Announcer } from '#web/components/announcer.tsx'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { removeUpload } from '#web/components/my-uploads/my-uploads.ts'
import { MessagePage } from '#web/components/pages/message-page.tsx'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import photos from '#web/components/photos/photo-gallery.module.css'
import { errorSentence } from '#web/i18n/error-sentence.ts'
import { removeEdits } from './edits/edits.ts'
import { DeadLink, DeletedPanel } from './gone.tsx'
import style from './group-editor.module.css'
import { GroupEditor } from './group-editor.tsx'
import { type Deleted, type ManagedGroup, managedGroup } from './managed-group.ts'
import { askedFor, finishRenewal } from './renewal.ts'
import { t } from './texts/texts.ts'

/** Everything that the holder of a management link can do, without an account. */
export const ManagementPage = () => {
  const { token } = useParams({ from: '/manage/$token' })
  return <TokenPage key={token} token={token} />
}

const TokenPage = ({ token }: { token: string }) => {
  const { data: group, error, isFetching, refetch } = useQuery(managedGroup(token))
  const limited = useLimited(error)
  const reason = isCode(error, 'IP_BANNED') ? 'banned' : 'limited'
  const [gone, setGone] = useState<{ group: ManagedGroup; deleted: Deleted }>()
  useDocumentTitle(`${group?.title ?? t('pageTitle')} · ${siteName}`)
  const forget = (group: ManagedGroup, deleted: Deleted) => {
    setGone({ group, deleted })
    removeEdits(group)
    removeUpload(token)
  }

  const renewed = askedFor(token)
  if (!group && isCode(error, 'GROUP_NOT_FOUND'))
    return renewed ? <Renewed token={token} renewed={renewed} /> : <DeadLink token={token} />
  if (!group && error)
    return (
      <MessagePage
        title={t(`failed.${limited ? reason : 'title'}`)}
        text={`${errorSentence(error)} ${t('failed.kept')}`}
      >
        <Button size="md" disabled={limited} loading={isFetching} onClick={() => refetch()}>
          {t('failed.again')}
        </Button>
      </MessagePage>
    )
  return (
    <PageFrame>
      <Announcer />
      {!group && <LoadingGroup />}
      {group && !gone && <GroupEditor token={token} group={group} onDeleted={(deleted) => forget(group, deleted)} />}
      {gone && <DeletedPanel {...gone} />}
    </PageFrame>
  )
}

/** The answer with the new link was lost. */
const Renewed = ({ token, renewed }: { readonly token: string; readonly renewed: string }) => {
  useEffect(() => finishRenewal(token, renewed), [token, renewed])
  return <Navigate to="/manage/$token" params={{ token: renewed }} replace />
}

const LoadingGroup = () => (
  <div className={style.page} aria-busy="true">
    <VisuallyHidden component="h1">{t('loading')}</VisuallyHidden>
    <div className={`stack ${style.loading}`}>
      <Skeleton height={44} width="60%" radius="md" />
      <Skeleton height={22} width="45%" radius="md" />
      <Skeleton height={132} mt="md" radius="lg" />
    </div>
    <div className={photos.gallery}>
      {[1, 2, 3].map((n) => (
        <Skeleton key={n} className={style.loadingPhoto} radius={4} />
      ))}
    </div>
  </div>
)
