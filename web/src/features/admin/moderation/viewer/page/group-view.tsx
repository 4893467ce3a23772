import { Button, Group } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { FactsLine } from '#web/components/facts-line.tsx'
import { Badges } from '#web/features/admin/moderation/group/badges.tsx'
import { ChangedSinceApproval, ChangedSinceShown } from '#web/features/admin/moderation/group/changes.tsx'
import { DecisionButtons } from '#web/features/admin/moderation/group/decision-buttons.tsx'
import { useKeyMap, useNoticed } from '#web/features/admin/moderation/group/keys.ts'
import { KeysButton } from '#web/features/admin/moderation/group/keys-dialog.tsx'
import { MoveGroups } from '#web/features/admin/moderation/group/move-groups.tsx'
import { useDraft } from '#web/features/admin/moderation/group/use-session.ts'
import { changeDraft } from '#web/features/admin/moderation/session/drafts.ts'
import type { AdminGroup, AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import { canBe } from '#web/features/admin/moderation/session/moderate.ts'
import { recordOpened } from '#web/features/admin/moderation/session/seen-groups.ts'
import { ConsentList } from '#web/features/admin/moderation/viewer/consents/consent-list.tsx'
import { Photos } from '#web/features/admin/moderation/viewer/photos/photos.tsx'
import { MetadataForm } from '#web/features/admin/moderation/viewer/texts/metadata-form.tsx'
import { NoteForm } from '#web/features/admin/moderation/viewer/texts/note-form.tsx'
import { type Viewer, ViewerContext } from '#web/features/admin/moderation/viewer/viewer.ts'
import { useExhibitions } from '#web/features/admin/shared/exhibitions.ts'
import { DecidedNote } from '#web/features/admin/shared/live-updates/decided.tsx'
import { useDecisions } from '#web/features/admin/shared/live-updates/decisions.ts'
import { BackLink, PageTitle, Section } from '#web/features/admin/shared/page/page.tsx'
import { dateTime, relativeTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import style from './group-view.module.css'

interface GroupViewProps {
  readonly viewer: Viewer
  /** A decision is being saved. */
  readonly busy: boolean
  readonly onNote: (text: string) => void
  readonly onView: (imageId?: number) => void
}

/** A group on a page of its own, with everything about it. */
export const GroupView = ({ viewer, busy, onNote, onView }: GroupViewProps) => {
  const { group, seen } = viewer
  const decided = useDecisions().get(group.groupId)
  const hasSeveral = useExhibitions().length > 0
  const uploaded = t('group.uploaded', { when: relativeTime(group.uploadDate) })
  const facts = [hasSeveral ? group.exhibition.name : null, group.name, String(group.year), uploaded]
  useEffect(() => recordOpened(group), [group])
  usePageKeys(viewer, onView)
  return (
    <>
      <BackLink to="/admin/moderation">{t('group.toQueue')}</BackLink>
      <PageTitle title={group.title ?? t('group.untitled')} text={<FactsLine facts={facts} />}>
        <Actions viewer={viewer} busy={busy} />
      </PageTitle>
      <ChangedSinceShown group={group} seen={seen} />
      <ChangedSinceApproval group={group} />
      <Group gap={6} mb={32} className={style.state}>
        <p data-displayed={group.isPublished}>{t(group.isPublished ? 'group.displayed' : 'group.notDisplayed')}</p>
        <Badges group={group} />
        {decided && <DecidedNote decided={decided} />}
      </Group>
      <div className={`stack ${style.columns}`}>
        <ViewerContext value={viewer}>
          <Photos onView={onView} />
        </ViewerContext>
        <GroupSide group={group} saving={busy} onNote={onNote} />
      </div>
    </>
  )
}

const Actions = ({ viewer: { group, actions }, busy }: Pick<GroupViewProps, 'viewer' | 'busy'>) => {
  const approval = t(group.isApproved ? 'moderation.seen' : 'moderation.approve')
  return (
    <Group gap={8}>
      <DecisionButtons
        actions={actions}
        approval={canBe('approve', group) ? approval : undefined}
        isApproved={group.isApproved}
        busy={busy}
      />
      <MoveGroups groupIds={[group.groupId]} from={group.exhibition.slug} />
      <KeysButton onClick={actions.help} />
      {actions.next && (
        <Button variant="default" rightSection={<IconArrowRight size={18} />} onClick={actions.next}>
          {t('group.next')}
        </Button>
      )}
    </Group>
  )
}

/** The photo with the focus, or none. */
const photoInFocus = ({ images }: AdminGroup) => {
  const id = document.activeElement?.closest<HTMLElement>('[data-photo]')?.dataset.photo
  return images.find((image) => String(image.id) === id)
}

/** Not while a photo is moved by the same keys. */
const focusPhoto = (group: AdminGroup, by: 1 | -1): boolean => {
  if (document.querySelector('[data-dragging]')) return false
  const at = group.images.findIndex(({ id }) => id === photoInFocus(group)?.id)
  const next = at < 0 ? 0 : Math.min(group.images.length - 1, Math.max(0, at + by))
  document.getElementById(`photo-${group.images[next]?.id}`)?.focus()
  return true
}

const focusField = (id: string) => document.getElementById(id)?.focus()

/** The keys of a group's page. */
const usePageKeys = ({ group, actions }: Viewer, onView: (imageId?: number) => void): void => {
  // The neighbour of a photo that somebody deletes gets its focus.
  const isNoticed = useNoticed(group.images.length)
  const aboutPhoto = (run: (image: AdminImage) => void) => () => {
    const only = group.images.length === 1 ? group.images[0] : undefined
    const image = isNoticed && (photoInFocus(group) ?? only)
    if (!image) return false
    run(image)
  }
  useKeyMap({
    ...actions,
    right: () => focusPhoto(group, 1),
    left: () => focusPhoto(group, -1),
    view: () => onView(photoInFocus(group)?.id),
    caption: () => focusField(`caption-${(photoInFocus(group) ?? group.images[0])?.id}`),
    hide: aboutPhoto(actions.hide),
    redact: aboutPhoto(actions.redact),
    note: () => {
      const image = photoInFocus(group)
      if (image?.hidden) actions.explain(image)
      else focusField('group-note')
    },
    edit: () => focusField('text-title'),
  })
}

interface GroupSideProps {
  readonly group: AdminGroup
  readonly saving: boolean
  /** A note is for a group without approval: saving it withdraws the approval. */
  readonly onNote: (text: string) => void
}

const typeNote = ({ groupId, moderationNote }: AdminGroup, text: string) =>
  changeDraft(groupId, (draft) => ({ ...draft, note: text === (moderationNote ?? '') ? undefined : text }))

/** Beside the photos: texts, consents, the note to the owner, facts. */
const GroupSide = ({ group, saving, onNote }: GroupSideProps) => {
  const { groupId, isApproved, moderationNote, captureDate } = group
  const { note } = useDraft(groupId)
  return (
    <div className={`stack ${style.side}`}>
      <Section id="texts" title={t('group.texts')}>
        <MetadataForm group={group} onDone={() => {}} />
      </Section>
      <Section id="consents" title={t('group.consents')}>
        <ConsentList group={group} />
      </Section>
      <Section id="note" title={t('group.note')}>
        <NoteForm
          id="group-note"
          label={t('group.noteLabel')}
          description={t(isApproved ? 'group.noteWithdraws' : 'group.noteText')}
          save={t(isApproved ? 'group.withdrawWithNote' : 'group.saveNote')}
          stored={moderationNote}
          typed={note}
          onType={(text) => typeNote(group, text)}
          saving={saving}
          onSave={onNote}
        />
      </Section>
      <Section id="facts" title={t('group.facts')}>
        <dl className={`breakable ${style.facts}`}>
          <dt>{t('group.uploadDate')}</dt>
          <dd>{dateTime(group.uploadDate)}</dd>
          <dt>{t('group.captureDate')}</dt>
          <dd>{captureDate === null ? '–' : dateTime(captureDate)}</dd>
          <dt>{t('group.size')}</dt>
          <dd>{formatBytes(group.images.reduce((sum, { fileSize }) => sum + fileSize, 0))}</dd>
          <dt>{t('group.id')}</dt>
          <dd>{groupId}</dd>
        </dl>
      </Section>
    </div>
  )
}
