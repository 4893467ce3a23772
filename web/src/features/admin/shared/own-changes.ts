/** How long a change counts as one's own: the next answer about its group includes it. */
const ownMs = 10_000

const changedAt = new Map<string, number>()

/** This moderator changed the group: the pages do not present it as another person's change. */
export const recordOwnChange = (groupId: string): void => void changedAt.set(groupId, Date.now())

export const isOwnChange = (groupId: string): boolean =>
  Date.now() - (changedAt.get(groupId) ?? Number.NEGATIVE_INFINITY) < ownMs
