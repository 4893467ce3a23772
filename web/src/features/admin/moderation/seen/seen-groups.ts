import { sinceOwn } from '#web/features/admin/shared/own-revisions.ts'
import { type Difference, differencesOf, type SeenGroup } from './differences.ts'

/** Reading takes a moment: an approval sooner than this counts for the previous state. */
const noticedMs = 1_000

interface Seen {
  /** The state that differences are counted from. */
  readonly first: SeenGroup
  readonly shown: SeenGroup
  readonly shownAt: number
  /** The revision before the one that is shown. */
  readonly earlier: string | undefined
}

export interface SeenGroups {
  /** The page shows the group like this; `own`: the difference is by this moderator. */
  show(group: SeenGroup, own: boolean): void
  /** What others changed since the group was first shown, or since `accept`. */
  differences(groupId: string): readonly Difference[]
  /** The revision that was seen: what an approval is about (D44). */
  revision(groupId: string): string | undefined
  /** The differences are known now. */
  accept(groupId: string): void
}

/** This moderator alone has made one of the other. */
const isOwn = ({ groupId, revision }: SeenGroup, now: SeenGroup): boolean =>
  revision !== now.revision && sinceOwn(groupId, revision) === now.revision

/** What a moderator has seen of groups that change meanwhile. */
export function createSeenGroups(now: () => number = Date.now): SeenGroups {
  const seen = new Map<string, Seen>()
  return {
    show(group, own) {
      const { groupId, revision } = group
      const known = seen.get(groupId)
      if (known?.shown === group) return
      if (known === undefined || own || isOwn(known.shown, group))
        return void seen.set(groupId, { first: group, shown: group, shownAt: now(), earlier: undefined })
      const changed = known.shown.revision !== revision
      const time = changed ? { shownAt: now(), earlier: known.shown.revision } : {}
      seen.set(groupId, { ...known, shown: group, ...time })
    },
    differences(groupId) {
      const known = seen.get(groupId)
      if (known === undefined || isOwn(known.first, known.shown)) return []
      return differencesOf(known.first, known.shown)
    },
    revision(groupId) {
      const known = seen.get(groupId)
      const isNew = known?.earlier !== undefined && now() - known.shownAt < noticedMs
      return isNew ? known.earlier : known?.shown.revision
    },
    accept(groupId) {
      const known = seen.get(groupId)
      if (known) seen.set(groupId, { ...known, first: known.shown })
    },
  }
}
