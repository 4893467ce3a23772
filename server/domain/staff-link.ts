import { AppError } from './errors.ts'

/** A link with which a member of the team uploads under a name (D91). Times are ISO 8601. */
export interface StaffLink {
  readonly id: number
  /** Of the secret in its address, which is stored nowhere. */
  readonly secretDigest: string
  readonly name: string
  readonly exhibitionId: number
  readonly approvesAtOnce: boolean
  readonly expiresAt: string
  /** For good. */
  readonly revokedAt: string | null
  readonly createdAt: string
  readonly createdById: number
  readonly createdByName: string
}

export type NewStaffLink = Omit<StaffLink, 'id' | 'revokedAt'>

export interface StaffUpload {
  readonly linkId: number
  /** Of the client, for the log (D51). */
  readonly ipAddress: string | null
}

const isValidAt = ({ revokedAt, expiresAt }: StaffLink, now: Date): boolean =>
  revokedAt === null && expiresAt > now.toISOString()

export const staffLinkInvalid = (): AppError =>
  new AppError('STAFF_LINK_INVALID', 'The staff link is unknown, has expired or was revoked')

/** AppError STAFF_LINK_INVALID. */
export function checkIsValid(link: StaffLink | undefined, now: Date): StaffLink {
  if (link === undefined || !isValidAt(link, now)) throw staffLinkInvalid()
  return link
}

export const staffLinkNotFound = (): AppError => new AppError('STAFF_LINK_NOT_FOUND', 'There is no such staff link')
