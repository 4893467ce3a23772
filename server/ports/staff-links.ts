import type { NewStaffLink, StaffLink } from '#server/domain/staff-link.ts'

export interface StaffLinkReads {
  /** Newest first. */
  all(): Promise<StaffLink[]>
  find(id: number): Promise<StaffLink | undefined>
  findBySecret(secretDigest: string): Promise<StaffLink | undefined>
}

export interface StaffLinkWrites extends StaffLinkReads {
  add(link: NewStaffLink): Promise<StaffLink>
  /** Like `find`, and keeps other transactions from revoking it until this one ends. */
  lock(id: number): Promise<StaffLink | undefined>
  /** Revokes one, or all without an id; those that were revoked before keep their time. */
  revoke(now: string, id?: number): Promise<void>
}
