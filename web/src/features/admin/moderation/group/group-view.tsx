import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FactsLine } from '#web/components/facts-line.tsx'
import { Badges } from '#web/features/admin/moderation/badges.tsx'
import { DeleteDialog } from '#web/features/admin/moderation/delete-dialog.tsx'
import { useKeys } from '#web/features/admin/moderation/use-keys.ts'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { ConsentList } from './consent-list.tsx'
import { Facts } from './facts.tsx'
import { GroupActions } from './group-actions.tsx'
import type { AdminGroup } from './group-queries.ts'
import style from './group-view.module.css'
import { MetadataForm } from './metadata-form.tsx'
import { Photos } from './photos.tsx'
import { useGroupActions } from './use-group-actions.ts'

export const GroupView = ({ group }: { group: AdminGroup }) => {
  const { t } = useTexts()
  const [deleting, setDeleting] = useState(false)
  const actions = useGroupActions(group)
  useKeys({
    a: () => (!group.isApproved || group.changedSinceApproval) && actions.approve.mutate(true),
    u: () => group.isApproved && actions.approve.mutate(false),
    d: () => setDeleting(true),
    n: actions.next,
  })
  const facts = [group.name, String(group.year), t('group.uploaded', { when: relativeTime(group.uploadDate) })]
  return (
    <>
      <Link to="/admin/moderation" className={style.back}>
        <IconArrowLeft size={18} aria-hidden="true" />
        {t('group.toQueue')}
      </Link>
      <PageTitle title={group.title ?? t('group.untitled')} text={<FactsLine facts={facts} />}>
        <GroupActions group={group} actions={actions} onDelete={() => setDeleting(true)} />
      </PageTitle>
      <div className={style.badges}>
        <p data-displayed={group.isPublished}>{t(group.isPublished ? 'group.displayed' : 'group.notDisplayed')}</p>
        <Badges group={group} />
      </div>
      <div className={style.columns}>
        <Photos group={group} onDeleteGroup={() => setDeleting(true)} />
        <div className={style.side}>
          <section aria-labelledby="texts-title" className={style.part}>
            <h2 id="texts-title">{t('group.texts')}</h2>
            <MetadataForm
              key={[group.title, group.name, group.year, group.description].join('\n')}
              group={group}
              onDone={() => {}}
            />
          </section>
          <section aria-labelledby="consents-title" className={style.part}>
            <h2 id="consents-title">{t('group.consents')}</h2>
            <ConsentList group={group} />
          </section>
          <section aria-labelledby="facts-title" className={style.part}>
            <h2 id="facts-title">{t('group.facts')}</h2>
            <Facts group={group} />
          </section>
        </div>
      </div>
      <DeleteDialog
        groups={deleting ? [group] : []}
        onClose={() => setDeleting(false)}
        onDelete={() => {
          setDeleting(false)
          actions.remove.mutate()
        }}
      />
    </>
  )
}
