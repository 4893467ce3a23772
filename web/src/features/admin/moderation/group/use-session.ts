import { useSelector } from '@tanstack/react-store'
import { useMemo, useState } from 'react'
import { pendingDeletion, photoKey } from '#web/features/admin/moderation/session/delete.ts'
import { type Draft, draftOf, drafts, isEmpty } from '#web/features/admin/moderation/session/drafts.ts'
import type { AdminImage, SeenGroup } from '#web/features/admin/moderation/session/groups.ts'
import { createSeenGroups, type SeenGroups } from '#web/features/admin/moderation/session/seen-groups.ts'

export const useDraft = (groupId: string): Draft => useSelector(drafts, (all) => draftOf(groupId, all))

/** Something was typed about the group and is not saved. */
export const useUnsaved = (groupId: string): boolean => !isEmpty(useDraft(groupId))

export const usePendingDeletion = (): ReadonlySet<string> => useSelector(pendingDeletion)

/** Without the photos that are being deleted. */
export const useRemainingImages = (images: readonly AdminImage[]): readonly AdminImage[] => {
  const pending = usePendingDeletion()
  return useMemo(() => images.filter(({ id }) => !pending.has(photoKey(id))), [images, pending])
}

/** What this page has shown of these groups, and what others changed since. */
export const useSeenGroups = (groups: readonly SeenGroup[]): SeenGroups => {
  const [seen] = useState(() => createSeenGroups())
  useSelector(seen.accepted)
  for (const group of groups) seen.show(group)
  return seen
}
