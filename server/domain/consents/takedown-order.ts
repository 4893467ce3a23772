interface Takedown {
  readonly takedownId: string
  readonly groupId: string
  readonly platformId: number
  readonly revokedTimestamp: string | null
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Ids of one kind as numbers. */
const compareIds = (a: string, b: string): number => a.length - b.length || compare(a, b)

/** For `sort`: the latest revocation first; those without a time last. */
export const newestFirst = (a: Takedown, b: Takedown): number =>
  compare(b.revokedTimestamp ?? '', a.revokedTimestamp ?? '') ||
  compare(a.groupId, b.groupId) ||
  a.platformId - b.platformId ||
  compareIds(a.takedownId, b.takedownId)
