import type { TextName } from '#contract/texts/group-texts.ts'
import type { PublishedTexts } from '#contract/texts/image-texts.ts'
import type { CleanupCutoff } from '#server/domain/cleanup.ts'
import type { Group, Image, publicState } from '#server/domain/group.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import type { UploadKey } from '#server/domain/upload/upload-key.ts'

/** The fields of a group that can change after its upload. */
export type GroupPatch = Partial<Omit<Group, 'groupId' | 'uploadDate' | 'managementToken' | 'contentRevision'>>

/** What the public gets of an image, and no more: the feed reads all of them. */
export type PublishedImage = Pick<
  Image,
  | 'id'
  | 'groupId'
  | 'fileName'
  | 'previewName'
  | 'fileSize'
  | 'mimeType'
  | 'width'
  | 'height'
  | keyof PublishedTexts
  | 'hiddenReason'
  | 'exifDateTaken'
  | 'exifCameraModel'
>

/** What the public gets of a group, and what decides whether it does. */
export type PublishedFields = Pick<
  Group,
  | 'groupId'
  | TextName
  | 'year'
  | 'uploadDate'
  | 'captureDate'
  | 'displayInWorkshop'
  | 'consentTimestamp'
  | 'exhibitionId'
  | keyof typeof publicState
>

export interface PublishedGroup {
  readonly group: PublishedFields
  /** By upload order. */
  readonly images: readonly PublishedImage[]
}

type DueFields = 'groupId' | 'name' | 'title' | 'year' | 'uploadDate' | 'firstApprovedAt'

/** A group as the cleanup and its warning see it. */
export interface DueGroup extends Pick<Group, DueFields> {
  readonly imageCount: number
}

/** What the feed is sorted by. `captureDate` is that of the images that are shown. */
export type PublishedPlace = Pick<Group, 'groupId' | 'captureDate' | 'year' | 'uploadDate'>

export interface GroupReads {
  find(groupId: string): Promise<Group | undefined>
  findByToken(managementToken: string): Promise<Group | undefined>
  /**
   * The group that an upload with this client's key has made already. Keys of groups that were uploaded before the time,
   * ISO 8601, are forgotten (D59).
   */
  findByUploadKey(key: string, uploadedSince: string): Promise<{ group: Group; bodyDigest: string | null } | undefined>
  /** Whether there are at least that many groups. */
  atLeast(count: number): Promise<boolean>
  /** Whether there are any groups. */
  any(): Promise<boolean>
  /**
   * Those of `groupIds` that are published, with the images that are shown; in no order. One whose images are all hidden
   * is not among them (D71); of one exhibition where its id is given.
   */
  published(groupIds: readonly string[], exhibitionId?: number): Promise<PublishedGroup[]>
  /**
   * The places of up to `limit` groups that `published` has, after one of them, by upload date and id; of one exhibition
   * where its id is given.
   */
  publishedPlaces(after: PublishedPlace | undefined, limit: number, exhibitionId?: number): Promise<PublishedPlace[]>
  /**
   * Those that a cleanup deletes: the never-approved ones, oldest upload first, then the approved ones, oldest approval first;
   * all of them without a limit.
   */
  due(
    scope: GroupScope,
    cutoff: CleanupCutoff,
    part?: { readonly limit?: number; readonly after?: DueGroup | undefined },
  ): Promise<DueGroup[]>
  /** Which exhibition each of these groups is in, or was when it was deleted; unknown ones are not among them. */
  exhibitionsOf(groupIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** How many of both those are. */
  countDue(cutoff: CleanupCutoff): Promise<{ readonly neverApproved: number; readonly approved: number }>
}

export interface GroupWrites extends GroupReads {
  insert(group: Group, uploadKey?: UploadKey): Promise<void>
  /** Makes the key free again where its group was uploaded before the time, ISO 8601. */
  forgetUploadKey(key: string, uploadedBefore: string): Promise<void>
  /**
   * Reads the group and keeps other transactions from changing it until this one ends: a transaction that checks a rule over its
   * rows (not the last image, at most 50) calls this first.
   */
  lock(groupId: string): Promise<Group | undefined>
  /** From then on the group is found by this token alone. */
  setToken(groupId: string, managementToken: string): Promise<void>
  /** false when the group does not exist. */
  update(groupId: string, patch: GroupPatch): Promise<boolean>
  /** Removes the group with its images, consents and their history; false when it does not exist. */
  remove(groupId: string): Promise<boolean>
}
