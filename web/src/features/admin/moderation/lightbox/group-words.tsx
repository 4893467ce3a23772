import type { ReactNode } from 'react'
import { Badges } from '#web/features/admin/moderation/card/badges.tsx'
import { countMarks } from '#web/features/admin/moderation/group/photos/photo-marks.tsx'
import { SinceApproval } from '#web/features/admin/moderation/seen/since-approval.tsx'
import style from './lightbox.module.css'
import { useLightbox } from './lightbox-desk.ts'

/** What becomes public with the photos, and what was agreed to. */
export const GroupWords = ({ children }: { readonly children?: ReactNode }) => {
  const { group } = useLightbox()
  return (
    <>
      {group.description && <p className={style.description}>{group.description}</p>}
      <SinceApproval group={group} />
      {children}
      <Badges group={{ ...group, ...countMarks(group) }} />
    </>
  )
}
