import type { OwnerChange } from '#contract/shapes.ts'
import { type EditableGroup, isModerated } from './caller.ts'
import type { Group } from './group.ts'

/** Who makes a change: an owner's can reset the approval, an admin's never does (D21, D29). */
export type Editor = 'owner' | 'admin'

export const editorOf = (target: EditableGroup): Editor => (isModerated(target) ? 'admin' : 'owner')

const resetsApproval: ReadonlySet<OwnerChange> = new Set([
  'update_metadata',
  'add_images',
  'delete_image',
  'redact_image',
])

/**
 * How a change of a group affects its approval (specification, Group approval; D21). `changed` is false for a
 * call that changed nothing: it can reset the approval, but is no change since it.
 */
export function approvalAfter(
  group: Group,
  { change, by, changed = true }: { change: OwnerChange; by: Editor; changed?: boolean },
): Partial<Pick<Group, 'isApproved' | 'changesSinceApproval'>> {
  if (by === 'admin') return {}
  const { isApproved, firstApprovedAt, changesSinceApproval: earlier } = group
  const news = changed && firstApprovedAt !== null && !earlier.includes(change)
  return {
    ...(isApproved && resetsApproval.has(change) && { isApproved: false }),
    ...(news && { changesSinceApproval: [...earlier, change] }),
  }
}

const slipMs = 10 * 60_000

/**
 * The group without its approval. An admin who takes back the first approval within ten minutes has made a mistake: it counts
 * as never given, and the group keeps its deletion date (D46).
 */
export function withdrawn(
  { firstApprovedAt }: Group,
  now: Date,
): Partial<Pick<Group, 'isApproved' | 'firstApprovedAt' | 'changesSinceApproval' | 'lastApproved'>> {
  const isSlip = firstApprovedAt !== null && now.getTime() - Date.parse(firstApprovedAt) <= slipMs
  return { isApproved: false, ...(isSlip && { firstApprovedAt: null, changesSinceApproval: [], lastApproved: null }) }
}
