import { createHash } from 'node:crypto'

export interface KnownImage {
  readonly id: number
  readonly fileName: string
  readonly filePath: string
  readonly previewPath: string
  /** Digests of the bytes that were sent. */
  readonly hash: string
  description: string | null
}

/** A group according to the service's answers. */
export interface KnownGroup {
  /** Unique and never changed: identifies messages and rows. */
  readonly name: string
  readonly groupId: string
  readonly token: string
  /** When the upload was answered: milliseconds of `performance.now()`. */
  readonly acceptedAt: number
  images: KnownImage[]
  title: string
  approved: boolean
  workshop: boolean
  /** Why it was deleted. */
  gone?: 'user_deletion' | 'admin_moderation_deletion'
  /** The messages that must have been sent about it, by their first line. */
  readonly messages: Map<string, number>
  /** It is being changed: concurrent reads of it prove nothing. */
  busy: boolean
}

export const first = {
  upload: 'New upload awaits review',
  deleted: 'Group deleted by its owner',
  revoke: 'Consent revoked',
  restore: 'Consent restored',
} as const

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64')

export const expectMessage = ({ messages }: KnownGroup, line: string): void =>
  void messages.set(line, (messages.get(line) ?? 0) + 1)

export const isShown = ({ gone, approved, workshop }: KnownGroup): boolean => !gone && approved && workshop
