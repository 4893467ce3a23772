import type { ListedGroup } from '#web/features/admin/moderation/session/groups.ts'
import type { Decisions } from '#web/features/admin/shared/live-updates/decisions.ts'

/** How long a card stays after somebody else has decided about it. */
export const stayMs = 6_000

/**
 * The groups of the list, and at their old places those that have left it because somebody else decided about them a moment
 * ago: nothing disappears under the user's finger.
 */
export const withDecided = (
  groups: readonly ListedGroup[],
  { shown, decisions, now }: { shown: readonly ListedGroup[]; decisions: Decisions; now: number },
): readonly ListedGroup[] => {
  const listed = new Set(groups.map(({ groupId }) => groupId))
  const leaving = shown.filter(({ groupId }) => {
    const decided = decisions.get(groupId)
    return !listed.has(groupId) && decided !== undefined && now - decided.at < stayMs
  })
  if (leaving.length === 0) return groups
  const all = [...groups]
  for (const group of leaving) all.splice(Math.min(shown.indexOf(group), all.length), 0, group)
  return all
}
