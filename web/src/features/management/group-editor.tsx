import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ManagementLink } from '#web/components/management-link.tsx'
import { Note } from '#web/components/note.tsx'
import { ConsentsSection } from './consents/consents-section.tsx'
import { DeleteGroup } from './delete-group.tsx'
import { DownloadArchive } from './download-archive.tsx'
import { SaveEdits } from './edits/save-edits.tsx'
import { useEdits } from './edits/use-edits.ts'
import style from './group-editor.module.css'
import { GroupHeader } from './group-header.tsx'
import type { ManagedGroup } from './managed-group.ts'
import type { Deleted } from './mutations.ts'
import { PhotosSection } from './photos/photos-section.tsx'
import { RenewLink } from './renew-link.tsx'
import { TextsSection } from './texts-section.tsx'
import { useKnownUpload } from './use-known-upload.ts'

interface GroupEditorProps {
  readonly token: string
  readonly group: ManagedGroup
  readonly onDeleted: (deleted: Deleted) => void
}

export const GroupEditor = ({ token, group, onDeleted }: GroupEditorProps) => {
  const { t } = useTranslation('management')
  const onDevice = useEdits(group)
  const [deleting, setDeleting] = useState(false)
  useKnownUpload(token, group)
  const section = { token, group, ...onDevice }
  return (
    <div className={style.page}>
      <GroupHeader group={group} />
      {onDevice.restored && (
        <Note kind="plain" icon={<IconHistory />} title={t('save.restored')}>
          <div>
            <Button variant="default" h={44} onClick={() => onDevice.edit({ type: 'discard', what: 'all' })}>
              {t('save.discardAll')}
            </Button>
          </div>
        </Note>
      )}
      <PhotosSection {...section} onDeleteAll={() => setDeleting(true)} />
      <TextsSection {...section} />
      <SaveEdits token={token} group={group} edits={onDevice.edits} edit={onDevice.edit} />
      <ConsentsSection token={token} group={group} />
      <section aria-labelledby="link-title" className={style.section} data-print>
        <h2 id="link-title">{t('link.title')}</h2>
        <ManagementLink url={window.location.origin + window.location.pathname}>
          <p className={style.hint}>{t('link.text')}</p>
        </ManagementLink>
        <RenewLink token={token} />
      </section>
      <DownloadArchive token={token} />
      <DeleteGroup token={token} group={group} asking={deleting} onAsk={setDeleting} onDeleted={onDeleted} />
    </div>
  )
}
