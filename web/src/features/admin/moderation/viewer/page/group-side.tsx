import { useDraft } from '#web/features/admin/moderation/group/use-session.ts'
import { changeDraft } from '#web/features/admin/moderation/session/drafts.ts'
import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'
import { ConsentList } from '#web/features/admin/moderation/viewer/consents/consent-list.tsx'
import { MetadataForm } from '#web/features/admin/moderation/viewer/texts/metadata-form.tsx'
import { NoteForm } from '#web/features/admin/moderation/viewer/texts/note-form.tsx'
import { Section } from '#web/features/admin/shared/section.tsx'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import style from './group-view.module.css'

interface GroupSideProps {
  readonly group: AdminGroup
  readonly saving: boolean
  /** A note is for a group without approval: saving it withdraws the approval. */
  readonly onNote: (text: string) => void
}

/** Beside the photos: texts, consents, the note to the owner, facts. */
export const GroupSide = (props: GroupSideProps) => {
  const { t } = useTexts()
  const { group } = props
  return (
    <div className={style.side}>
      <Section id="texts" title={t('group.texts')}>
        <MetadataForm group={group} onDone={() => {}} />
      </Section>
      <Section id="consents" title={t('group.consents')}>
        <ConsentList group={group} />
      </Section>
      <Section id="note" title={t('group.note')}>
        <GroupNote {...props} />
      </Section>
      <Section id="facts" title={t('group.facts')}>
        <Facts group={group} />
      </Section>
    </div>
  )
}

const GroupNote = ({ group: { groupId, isApproved, moderationNote }, saving, onNote }: GroupSideProps) => {
  const { t } = useTexts()
  const { note } = useDraft(groupId)
  const type = (text: string) =>
    changeDraft(groupId, (draft) => ({ ...draft, note: text === (moderationNote ?? '') ? undefined : text }))
  return (
    <NoteForm
      id="group-note"
      label={t('group.noteLabel')}
      description={t(isApproved ? 'group.noteWithdraws' : 'group.noteText')}
      save={t(isApproved ? 'group.withdrawWithNote' : 'group.saveNote')}
      stored={moderationNote}
      typed={note}
      onType={type}
      saving={saving}
      onSave={onNote}
    />
  )
}

const Facts = ({ group: { groupId, images, uploadDate, captureDate } }: { readonly group: AdminGroup }) => {
  const { t } = useTexts()
  const size = images.reduce((sum, { fileSize }) => sum + fileSize, 0)
  return (
    <dl className={style.facts}>
      <dt>{t('group.uploadDate')}</dt>
      <dd>{dateTime(uploadDate)}</dd>
      <dt>{t('group.captureDate')}</dt>
      <dd>{captureDate === null ? '–' : dateTime(captureDate)}</dd>
      <dt>{t('group.size')}</dt>
      <dd>{formatBytes(size)}</dd>
      <dt>{t('group.id')}</dt>
      <dd>{groupId}</dd>
    </dl>
  )
}
