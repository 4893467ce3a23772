import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FactsLine } from '#web/components/facts-line.tsx'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { Badges } from '#web/features/admin/moderation/card/badges.tsx'
import { Meanwhile } from '#web/features/admin/moderation/seen/meanwhile.tsx'
import { SinceApproval } from '#web/features/admin/moderation/seen/since-approval.tsx'
import { DecidedNote } from '#web/features/admin/shared/live-updates/decided.tsx'
import { useDecisions } from '#web/features/admin/shared/live-updates/decisions.ts'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { GroupActions } from './group-actions.tsx'
import { GroupDialogs } from './group-dialogs.tsx'
import type { AdminGroup } from './group-queries.ts'
import { GroupSide } from './group-side.tsx'
import style from './group-view.module.css'
import { PhotoDeskContext } from './photos/photo-desk.ts'
import { countMarks } from './photos/photo-marks.tsx'
import { Photos } from './photos/photos.tsx'
import { useGroupDesk } from './use-group-desk.ts'

const { Part: Lightbox } = lazyPart(() =>
  import('#web/features/admin/moderation/lightbox/group-lightbox.tsx').then((module) => module.GroupLightbox),
)

export const GroupView = ({ group }: { group: AdminGroup }) => {
  const { t } = useTexts()
  const desk = useGroupDesk(group)
  const { seen, approving, onDelete, photosView } = desk
  const { groupId } = group
  const decided = useDecisions().get(groupId)
  const facts = [group.name, String(group.year), t('group.uploaded', { when: relativeTime(group.uploadDate) })]
  return (
    <>
      <Link to="/admin/moderation" className={style.back}>
        <IconArrowLeft size={18} aria-hidden="true" />
        {t('group.toQueue')}
      </Link>
      <PageTitle title={group.title ?? t('group.untitled')} text={<FactsLine facts={facts} />}>
        <GroupActions {...desk} busy={approving} onApprove={desk.approve} />
      </PageTitle>
      <Meanwhile differences={seen.differences(groupId)} onAccept={() => seen.accept(groupId)} />
      <SinceApproval group={group} />
      <div className={style.badges}>
        <p data-displayed={group.isPublished}>{t(group.isPublished ? 'group.displayed' : 'group.notDisplayed')}</p>
        <Badges group={{ ...group, ...countMarks(group) }} />
        {decided && <DecidedNote decided={decided} />}
      </div>
      <div className={style.columns}>
        <PhotoDeskContext value={desk}>
          <Photos group={group} onView={desk.onView} onDeleteGroup={onDelete} />
        </PhotoDeskContext>
        <GroupSide group={group} saving={approving} onNote={desk.withdraw} />
      </div>
      {photosView.isOpen && (
        <Suspense>
          <Lightbox
            group={group}
            desk={{ ...desk, openPage: undefined }}
            imageId={photosView.imageId}
            covered={desk.open !== undefined}
            onClose={photosView.close}
          >
            <Meanwhile differences={seen.differences(groupId)} onAccept={() => seen.accept(groupId)} />
          </Lightbox>
        </Suspense>
      )}
      <GroupDialogs desk={desk} />
    </>
  )
}
