import type { SeenGroup } from './differences.ts'

/** Revisions whose page was open, with all photos, since the admin pages were loaded. */
const opened = new Set<string>()

export const noteOpened = ({ revision }: SeenGroup): void => void opened.add(revision)

/** A card with fewer photos than its group is not enough to approve it: its page must have been open (D44). */
export const isSeenWhole = (group: SeenGroup): boolean =>
  'images' in group || group.imageCount <= group.previews.length || opened.has(group.revision)
