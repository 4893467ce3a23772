import type { ManagedGroup } from './managed-group.ts'

export type DisplayState = 'awaiting' | 'displayed' | 'withdrawn'

/** Whether the group is on the screen, and if not, why. A consent that was never asked keeps nothing off it (D16). */
export const displayState = (group: Pick<ManagedGroup, 'isApproved' | 'workshopRevokedTimestamp'>): DisplayState => {
  if (group.workshopRevokedTimestamp !== null) return 'withdrawn'
  return group.isApproved ? 'displayed' : 'awaiting'
}
