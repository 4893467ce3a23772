import type { ReactNode } from 'react'
import { changeDraft, useDraft } from '#web/features/admin/moderation/drafts/drafts.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { ConsentList } from './consents/consent-list.tsx'
import type { AdminGroup } from './group-queries.ts'
import style from './group-view.module.css'
import { Facts } from './metadata/facts.tsx'
import { MetadataForm } from './metadata/metadata-form.tsx'
import { NoteForm } from './metadata/note-form.tsx'

interface GroupSideProps {
  readonly group: AdminGroup
  readonly saving: boolean
  /** A note is for a group without approval: saving it withdraws the approval. */
  readonly onNote: (text: string) => void
}

/** Beside the photos: texts, consents, the note to the owner, facts. */
export const GroupSide = ({ group, saving, onNote }: GroupSideProps) => {
  const { t } = useTexts()
  const { note } = useDraft(group.groupId)
  return (
    <div className={style.side}>
      <Part id="texts" title={t('group.texts')}>
        <MetadataForm group={group} onDone={() => {}} />
      </Part>
      <Part id="consents" title={t('group.consents')}>
        <ConsentList group={group} />
      </Part>
      <Part id="note" title={t('group.note')}>
        <NoteForm
          id="group-note"
          label={t('group.noteLabel')}
          description={t(group.isApproved ? 'group.noteWithdraws' : 'group.noteText')}
          save={t(group.isApproved ? 'group.withdrawWithNote' : 'group.saveNote')}
          stored={group.moderationNote}
          typed={note}
          onType={(text) =>
            changeDraft(group.groupId, (draft) => ({
              ...draft,
              note: text === (group.moderationNote ?? '') ? undefined : text,
            }))
          }
          saving={saving}
          onSave={onNote}
        />
      </Part>
      <Part id="facts" title={t('group.facts')}>
        <Facts group={group} />
      </Part>
    </div>
  )
}

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={`${id}-title`} className={style.part}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)
