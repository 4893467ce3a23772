import { Button } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { Fold } from '#web/components/fold.tsx'
import { GroupTextFields } from '#web/components/group-texts/group-text-fields.tsx'
import { CopyLink, ManagementLink } from '#web/components/management-link.tsx'
import { updateUpload, useMyUploads } from '#web/components/my-uploads/my-uploads.ts'
import { Note } from '#web/components/note.tsx'
import { ConsentsSection } from './consents/consents-section.tsx'
import { DeleteGroup } from './delete-group.tsx'
import { editedTexts, useEdits } from './edits/edits.ts'
import { SaveEdits } from './edits/save-edits.tsx'
import style from './group-editor.module.css'
import { GroupHeader, stateOf } from './group-header.tsx'
import type { Deleted, ManagedGroup, OwnGroup } from './managed-group.ts'
import { SavingContext } from './photos/own-photos.ts'
import { PhotosSection } from './photos/photos-section.tsx'
import { RenewLink } from './renew-link.tsx'
import { ReviewHint } from './review-hint.tsx'
import { t } from './texts/texts.ts'

interface GroupEditorProps extends OwnGroup {
  readonly onDeleted: (deleted: Deleted) => void
}

export const GroupEditor = ({ token, group, onDeleted }: GroupEditorProps) => {
  const { edits, edit, restored } = useEdits(group)
  const [deleting, setDeleting] = useState(false)
  useKnownUpload(token, group)
  const url = window.location.origin + window.location.pathname
  const saving = { token, group, edits, edit }
  return (
    <div className={`sections ${style.page}`}>
      <GroupHeader group={group} />
      {restored && <Restored onDiscard={() => edit({ type: 'discard' })} />}
      <SavingContext value={saving}>
        <PhotosSection {...saving} onDeleteAll={() => setDeleting(true)} />
      </SavingContext>
      <section aria-labelledby="texts-title" className={`stack ${style.texts}`}>
        <div>
          <h2 id="texts-title">{t('texts.title')}</h2>
          <p className={style.hint}>{t('texts.year', { year: group.year })}</p>
        </div>
        {group.isApproved && <ReviewHint>{t('review.texts')}</ReviewHint>}
        <GroupTextFields
          texts={editedTexts(group, edits)}
          onText={(field, value) => edit({ type: 'text', field, value })}
        />
      </section>
      <SaveEdits token={token} group={group} edits={edits} edit={edit} />
      <ConsentsSection token={token} group={group} />
      <ul className={`sheet lined ${style.rows}`} data-print>
        <li className={style.link} data-print>
          <Fold open={window.location.hash === '#link-title'} title={<h2 id="link-title">{t('link.title')}</h2>}>
            <ManagementLink url={url} copyBeside>
              <p className={style.hint}>{t('link.text')}</p>
            </ManagementLink>
          </Fold>
          <div className="actions actions-growing">
            <CopyLink url={url} />
            <RenewLink token={token} />
          </div>
        </li>
        <li>
          {/* Everything stored about the group (D73). */}
          <a
            className={`beside plain-button ${style.row}`}
            href={withBasePath(`/api/manage/${token}/archive`)}
            download
          >
            <IconDownload size={22} aria-hidden="true" />
            <span>
              <strong>{t('archive.button')}</strong>
              <span className={style.hint}>{t('archive.text')}</span>
            </span>
          </a>
        </li>
        <li>
          <DeleteGroup token={token} group={group} asking={deleting} onAsk={setDeleting} onDeleted={onDeleted} />
        </li>
      </ul>
    </div>
  )
}

/** Edits of an earlier visit that were not saved. */
const Restored = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <Note kind="plain" icon={<IconHistory />} title={t('save.restored')}>
    <div>
      <Button variant="default" onClick={onDiscard}>
        {t('save.discardAll')}
      </Button>
    </div>
  </Note>
)

const dayOf = (iso = '') => iso.slice(0, 10)

/** Updates the entry in the device's own list. A link from elsewhere is not added to the list. */
const useKnownUpload = (token: string, group: ManagedGroup): void => {
  const known = useMyUploads().find((upload) => upload.token === token)
  const { title, imageCount } = group
  const state = stateOf(group)
  const seenAt = new Date().toISOString()
  const differs =
    known !== undefined &&
    (known.title !== title ||
      known.imageCount !== imageCount ||
      known.state !== state ||
      dayOf(known.seenAt) !== dayOf(seenAt))
  useEffect(() => {
    if (differs && known) updateUpload({ ...known, title, imageCount, state, seenAt })
  })
}
