import { Button } from '@mantine/core'
import { useState } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { removeUpload, useMyUploads } from '#web/components/my-uploads/my-uploads.ts'
import { MessagePage } from '#web/components/pages/message-page.tsx'
import { Panel } from '#web/components/panel.tsx'
import { dayAndTime } from '#web/i18n/format.ts'
import { i18n } from '#web/i18n/i18n.ts'
import type { Deleted, ManagedGroup } from './managed-group.ts'
import { t } from './texts/texts.ts'

/** What was deleted and when: the last view of the group. */
export const DeletedPanel = ({ group, deleted }: { group: ManagedGroup; deleted: Deleted }) => {
  const { groupId, imagesDeleted, deletionTimestamp } = deleted
  const { slug } = group.exhibition
  const online = group.socialMediaConsents.filter(({ consented, revoked }) => consented && !revoked)
  const names = new Intl.ListFormat(i18n.language).format(online.map(({ displayName }) => displayName))
  return (
    <Panel title={t('remove.doneTitle')} done>
      <p style={{ fontSize: '1.125rem' }}>
        {t('remove.done', { count: imagesDeleted, date: dayAndTime(deletionTimestamp) })} {t('remove.doneLink')}
      </p>
      {online.length > 0 && <p>{t('remove.doneOnline', { names })}</p>}
      <p className="soft breakable">{t('remove.reference', { id: groupId })}</p>
      <div>
        <Button component="a" href={withBasePath(slug === 'main' ? '/' : `/e/${slug}`)} variant="default" size="md">
          {t('remove.send')}
        </Button>
      </div>
    </Panel>
  )
}

/** The same for a wrong link and for one whose photos are gone: the server does not say which (D18). */
export const DeadLink = ({ token }: { token: string }) => {
  const known = useMyUploads().some((upload) => upload.token === token)
  const [forgotten, setForgotten] = useState(false)
  const forget = () => {
    removeUpload(token)
    setForgotten(true)
  }
  return (
    <MessagePage picture={<EmptyFrames empty />} title={t('dead.title')} text={t('dead.text')}>
      {known && (
        <div className="actions">
          <p>{t('dead.known')}</p>
          <Button variant="default" onClick={forget}>
            {t('dead.forget')}
          </Button>
        </div>
      )}
      {forgotten && <p role="status">{t('dead.forgotten')}</p>}
      <Button component="a" href={withBasePath('/')} size="md">
        {t('dead.send')}
      </Button>
    </MessagePage>
  )
}
