import type { RemovalStatus } from '#contract/removal-requests.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import type { RemovalRequest } from '#server/domain/removal-request.ts'

export interface ListedRemovalRequest extends RemovalRequest {
  /** As the photo is served; null once it is deleted. */
  readonly previewName: string | null
  readonly fileName: string | null
  readonly isHidden: boolean
  readonly openFromAddress: number
}

export interface RemovalRequestFilter {
  /** A request that names no group is of no exhibition: only who sees all sees it. */
  readonly scope: GroupScope
  readonly status?: RemovalStatus | undefined
}

export interface RemovalRequestReads {
  find(requestId: string): Promise<RemovalRequest | undefined>
  /** The open ones first, by deadline, then the others, newest first; at most `limit` of them. */
  list(filter: RemovalRequestFilter & { readonly limit: number }): Promise<ListedRemovalRequest[]>
  listed(requestId: string, scope: GroupScope): Promise<ListedRemovalRequest | undefined>
  count(filter: RemovalRequestFilter): Promise<number>
  /** Every request about the image, oldest first. */
  ofImage(imageId: number): Promise<RemovalRequest[]>
  /** Open ones, oldest first. */
  openOfGroup(groupId: string): Promise<RemovalRequest[]>
  openFromAddress(address: string, scope: GroupScope): Promise<RemovalRequest[]>
  /** Requests of the address since a time, ISO 8601, that hid their photos: those for a child, or the others. */
  countHidden(address: string, by: { readonly since: string; readonly isForChild: boolean }): Promise<number>
}

export type Decided = Pick<RemovalRequest, 'decision' | 'note' | 'decidedAt' | 'decidedBy'>

export interface RemovalRequestWrites extends RemovalRequestReads {
  add(request: RemovalRequest): Promise<void>
  /** Decides an open request; false when it is not open. A redaction that it was decided by counts for no other open one. */
  decide(requestId: string, decided: Decided): Promise<boolean>
  /** Records that the photo is redacted: in the requests that wait for it, else in the open ones. */
  markRedacted(imageId: number, at: string): Promise<void>
  /** The image, or the whole group, is about to be deleted: its open requests are done. */
  closeOfImage(imageId: number, at: string): Promise<void>
  closeOfGroup(groupId: string, at: string): Promise<void>
  /** Removes contact, message and address from those decided before the time, ISO 8601. */
  forgetPersons(before: string): Promise<void>
}
