import type { Takedown } from '#contract/social-media/takedowns.ts'

type Dated = Pick<Takedown, 'takedownId' | 'groupId' | 'platformId' | 'revokedTimestamp'>

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Ids of one kind as numbers. */
const compareIds = (a: string, b: string): number => a.length - b.length || compare(a, b)

/** For `sort`: the latest revocation first; those without a time last. */
export const newestFirst = (a: Dated, b: Dated): number =>
  compare(b.revokedTimestamp ?? '', a.revokedTimestamp ?? '') ||
  compare(a.groupId, b.groupId) ||
  a.platformId - b.platformId ||
  compareIds(a.takedownId, b.takedownId)
