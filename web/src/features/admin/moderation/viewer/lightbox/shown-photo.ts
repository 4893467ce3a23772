import type { AdminImage } from '#web/features/admin/moderation/session/groups.ts'

/** The photo that is shown large. */
export interface ShownPhoto {
  readonly image: AdminImage
  /** From 0. */
  readonly index: number
  readonly show: (index: number) => void
}
