import { createStore } from '@tanstack/react-store'
import { afterOwnChanges, isOwnChange } from '#web/features/admin/shared/live-updates/own-changes.ts'
import { type Difference, differencesOf } from './differences.ts'
import type { SeenGroup } from './groups.ts'

/** Reading takes a moment: an approval sooner than this counts for the previous state, and a key for nothing. */
export const noticedMs = 1_000

interface Seen {
  /** The state that differences are counted from. */
  readonly first: SeenGroup
  readonly shown: SeenGroup
  readonly shownAt: number
  /** The revision before the one that is shown. */
  readonly earlier: string | undefined
}

/** What a moderator has seen of groups that others change at the same time. */
export type SeenGroups = ReturnType<typeof createSeenGroups>

/** This moderator alone has made one of the other. */
const isOwn = ({ groupId, revision }: SeenGroup, now: SeenGroup): boolean =>
  revision !== now.revision && afterOwnChanges(groupId, revision) === now.revision

export function createSeenGroups(now: () => number = Date.now) {
  const seen = new Map<string, Seen>()
  const accepted = createStore(0)
  return {
    /** Counts what was accepted, for pages that show differences. */
    accepted,
    /** The page shows the group like this; `own`: the difference is by this moderator. */
    show(group: SeenGroup, own = isOwnChange(group.groupId)): void {
      const { groupId, revision } = group
      const known = seen.get(groupId)
      if (known?.shown === group) return
      if (known === undefined || own || isOwn(known.shown, group))
        return void seen.set(groupId, { first: group, shown: group, shownAt: now(), earlier: undefined })
      const changed = known.shown.revision !== revision
      const time = changed ? { shownAt: now(), earlier: known.shown.revision } : {}
      seen.set(groupId, { ...known, shown: group, ...time })
    },
    /** What others changed since the group was first shown, or since `accept`. */
    differences(groupId: string): readonly Difference[] {
      const known = seen.get(groupId)
      if (known === undefined || isOwn(known.first, known.shown)) return []
      return differencesOf(known.first, known.shown)
    },
    /** The revision that was seen: what an approval is about (D44). */
    revision(groupId: string): string | undefined {
      const known = seen.get(groupId)
      const isNew = known?.earlier !== undefined && now() - known.shownAt < noticedMs
      return isNew ? known.earlier : known?.shown.revision
    },
    /** The differences are known now. */
    accept(groupId: string): void {
      const known = seen.get(groupId)
      if (known) seen.set(groupId, { ...known, first: known.shown })
      accepted.setState((count) => count + 1)
    },
  }
}

/** Revisions whose page was open, with all photos, since the admin pages were loaded. */
const opened = new Set<string>()

export const recordOpened = ({ revision }: SeenGroup): void => void opened.add(revision)

/** A card with fewer photos than its group is not enough to approve it: its page must have been open (D44). */
export const isSeenWhole = (group: SeenGroup): boolean =>
  'images' in group || group.imageCount <= group.previews.length || opened.has(group.revision)
