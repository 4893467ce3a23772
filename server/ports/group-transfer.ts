import type { SocialMediaConsent } from '#server/domain/consents/consent.ts'
import type { Group, Image } from '#server/domain/group.ts'
import type { ConsentChange } from './consent-store.ts'

/** The consent of a group for a platform, and whether what was posted there has been taken down. */
export interface TransferredConsent extends Omit<SocialMediaConsent, 'displayName'> {
  readonly takenDownAt: string | null
  readonly takenDownBy: string | null
}

/** What belongs to a group besides its images. */
interface Belongings {
  readonly group: Group
  /** The client's key of the upload that made it. */
  readonly uploadKey: string | null
  /** Of the body of that upload. */
  readonly uploadDigest: string | null
  readonly consents: readonly TransferredConsent[]
  /** Oldest first. */
  readonly consentHistory: readonly Omit<ConsentChange, 'groupId'>[]
}

/** A group with all that belongs to it, as it moves between the database and the archive. */
export interface WholeGroup extends Belongings {
  /** By upload order. */
  readonly images: readonly Image[]
}

/** null: an image that gets its id when it is inserted. */
export type IncomingImage = Omit<Image, 'id'> & { readonly id: number | null }

export interface IncomingGroup extends Belongings {
  readonly images: readonly IncomingImage[]
}

/** A value that another group has already. */
export interface Clash {
  readonly groupId: string
  readonly field: 'groupId' | 'management_token' | 'upload_key' | 'fileName' | 'previewPath' | 'id'
}

/** All groups at once, for the storage migration. */
export interface GroupTransfer {
  /** Waits for the transactions that change groups and holds up new ones until this transaction ends. */
  lockAll(): Promise<void>
  /** Up to `limit` groups after `last`, by upload date and group id. */
  after(last: Pick<Group, 'uploadDate' | 'groupId'> | undefined, limit: number): Promise<WholeGroup[]>
  /** The first value that must be unique and is taken. */
  findClash(groups: readonly IncomingGroup[]): Promise<Clash | undefined>
  /** Either all images have ids, which they keep, or none; later images get larger ids. */
  insert(groups: readonly IncomingGroup[]): Promise<void>
  /** Removes all groups with all that belongs to them and plans no removal of files. Returns how many there were. */
  removeAll(): Promise<number>
}
