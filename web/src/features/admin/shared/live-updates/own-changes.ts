/** How long a change counts as one's own: the next answer about its group includes it. */
const ownMs = 10_000

const changedAt = new Map<string, number>()

/** This moderator changed the group: the pages do not present it as another person's change. */
export const recordOwnChange = (groupId: string): void => void changedAt.set(groupId, Date.now())

export const isOwnChange = (groupId: string): boolean =>
  Date.now() - (changedAt.get(groupId) ?? Number.NEGATIVE_INFINITY) < ownMs

export interface Revisions {
  readonly previousRevision: string
  readonly revision: string
}

const revisions = new Map<string, string>()
const keyOf = (groupId: string, revision: string) => `${groupId} ${revision}`

/** This moderator's change has led from one revision of the group to the next. */
export const recordOwnRevisions = (groupId: string, { previousRevision, revision }: Revisions): void => {
  if (previousRevision !== revision) revisions.set(keyOf(groupId, previousRevision), revision)
}

/** What a revision has become by this moderator's changes alone: those who saw it know the result as well. */
export const afterOwnChanges = (groupId: string, revision: string): string => {
  let latest = revision
  for (let next: string | undefined = revision; next !== undefined; next = revisions.get(keyOf(groupId, latest)))
    latest = next
  return latest
}
