import type { GroupCounts } from '#contract/shapes.ts'
import type { ImageTexts, PublishedTexts } from '#contract/texts/image-texts.ts'
import type { SocialMediaConsent } from '#server/domain/consents/consent.ts'
import type { Group } from '#server/domain/group.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import type { HashedImage } from '#server/domain/images/similar-groups.ts'
import type { ConsentChange } from './consent-store.ts'

/** Which groups; what is left out does not restrict. The parts combine with AND. A revoked consent is none (D30). */
export interface GroupFilter {
  readonly scope: GroupScope
  readonly approved?: boolean | undefined
  /** Changed by its owner since its last approval, or not. */
  readonly changed?: boolean | undefined
  /** Words that the group's texts, captions, cameras, file names, year or id contain all, ignoring case and accents. */
  readonly search?: string | undefined
  readonly year?: number | undefined
  readonly groupIds?: readonly string[] | undefined
  readonly workshop?: boolean | undefined
  /** At least one of these consents is in force. */
  readonly anyConsent?: { readonly workshop: boolean; readonly platformIds: readonly number[] } | undefined
  /** A consent for the platform, or for any of them without an id, is in force; or none is. */
  readonly platform?: { readonly platformId?: number | undefined; readonly inForce: boolean } | undefined
}

/** A search counts no further. */
export const maxSearchCount = 1_000

export interface Page {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  /** Only the groups behind this one. */
  readonly after?: Group | undefined
  /** `deadline`: never-approved groups first, oldest first within both. Default `newest`. */
  readonly order?: 'newest' | 'deadline' | undefined
}

export interface ListedPreview extends ImageTexts, PublishedTexts {
  readonly imageId: number
  readonly previewName: string
  readonly isHidden: boolean
}

export interface ListedGroup {
  readonly group: Group
  readonly imageCount: number
  /** Of the first images, at most 5. */
  readonly previews: readonly ListedPreview[]
  readonly consents: readonly SocialMediaConsent[]
  /** How many images look like another one of the group, and how many are blurred. */
  readonly analysisCounts: { readonly similar: number; readonly blurred: number }
}

export type GroupConsents = Pick<ListedGroup, 'group' | 'consents'>

export type ConsentVersion = Pick<ConsentChange, 'wording' | 'language'>

export interface ConsentHistoryEntry extends ConsentChange {
  readonly id: number
  readonly platformName: string | null
}

export interface FilteredGroups {
  groups(filter: GroupFilter, page?: Page): Promise<ListedGroup[]>
  /** At most `maxSearchCount` for a search. */
  countGroups(filter: GroupFilter): Promise<number>
}

/** What the admins look at. The number of statements does not grow with the number of groups; newest groups first where nothing else is said. */
export interface ModerationReads extends FilteredGroups {
  /** For one request: it searches once, however often it counts and lists what it has found. */
  forRequest(): FilteredGroups
  countByState(scope: GroupScope): Promise<GroupCounts>
  /** Of the newest `limit` images, newest first; images without an analysis are left out. */
  newestHashes(limit: number): Promise<HashedImage[]>
  /** Of the images of these groups; images without an analysis are left out. */
  hashesOf(groupIds: readonly string[]): Promise<HashedImage[]>
  /** Up to `limit` groups that are older than `after`, for walks over all of them. */
  groupConsents(filter: GroupFilter, walk: { limit: number; after?: Group | undefined }): Promise<GroupConsents[]>
  /** Version and language of the text that the display was agreed to with, by group; none where the history does not say. */
  consentVersions(groupIds: readonly string[]): Promise<ReadonlyMap<string, ConsentVersion>>
  /** Oldest first. */
  consentHistory(groupId: string): Promise<ConsentHistoryEntry[]>
}
