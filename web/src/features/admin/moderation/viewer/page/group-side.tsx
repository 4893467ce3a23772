import type { ReactNode } from 'react'
import { useDraft } from '#web/features/admin/moderation/group/use-session.ts'
import { changeDraft } from '#web/features/admin/moderation/session/drafts.ts'
import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'
import { ConsentList } from '#web/features/admin/moderation/viewer/consents/consent-list.tsx'
import { Facts } from '#web/features/admin/moderation/viewer/texts/facts.tsx'
import { MetadataForm } from '#web/features/admin/moderation/viewer/texts/metadata-form.tsx'
import { NoteForm } from '#web/features/admin/moderation/viewer/texts/note-form.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
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
      <Part id="texts" title={t('group.texts')}>
        <MetadataForm group={group} onDone={() => {}} />
      </Part>
      <Part id="consents" title={t('group.consents')}>
        <ConsentList group={group} />
      </Part>
      <Part id="note" title={t('group.note')}>
        <GroupNote {...props} />
      </Part>
      <Part id="facts" title={t('group.facts')}>
        <Facts group={group} />
      </Part>
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

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={`${id}-title`} className={`${section.section} ${section.paper}`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)
