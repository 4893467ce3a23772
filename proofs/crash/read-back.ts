import type { KnownGroup } from './book.ts'
import type { Kind } from './kinds.ts'

/** The changes whose crashes must leave nothing readable (D72, D71). */
export const privacyKinds = ['photo redacted', 'photo hidden or shown'] as const
type PrivacyKind = (typeof privacyKinds)[number]
const isPrivacyKind = (kind: Kind): kind is PrivacyKind => privacyKinds.some((each) => each === kind)

/** Whether the change has happened completely, not at all or partly. */
type Outcome = 'done' | 'undone' | 'broken'

/** The number of inspected items, for the closing table. */
export interface ReadBack {
  recordInterrupted(kind: Kind, outcome: Outcome): void
  /** Public groups: their hidden photos must not be in the feed. */
  recordHidden(groups: readonly KnownGroup[]): void
  recordRedacted(): void
  /** The number of interrupted changes of a kind, and their results. */
  of(kind: PrivacyKind): { readonly interrupted: number; readonly survived: number; readonly note: string }
}

export function newReadBack(): ReadBack {
  const interrupted = new Map(privacyKinds.map((kind) => [kind, { done: 0, undone: 0, broken: 0 }]))
  let hidden = 0
  let redacted = 0
  return {
    recordInterrupted(kind, outcome) {
      const counts = isPrivacyKind(kind) ? interrupted.get(kind) : undefined
      if (counts) counts[outcome]++
    },
    recordHidden(groups) {
      for (const { state } of groups) hidden += state?.images.filter((image) => image.hidden).length ?? 0
    },
    recordRedacted: () => void redacted++,
    of(kind) {
      const { done, undone, broken } = interrupted.get(kind) ?? { done: 0, undone: 0, broken: 0 }
      const read =
        kind === 'photo redacted'
          ? `${redacted} redacted originals read back`
          : `${hidden} hidden photos not in the feed`
      const survived = done + undone
      return { interrupted: survived + broken, survived, note: `${done} took effect, ${undone} did not; ${read}` }
    },
  }
}
