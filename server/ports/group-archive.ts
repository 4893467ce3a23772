import type { SocialMediaPlatform } from '#server/domain/consents/consent.ts'
import type { Exhibition, NewExhibition } from '#server/domain/exhibition.ts'
import type { Image } from '#server/domain/group.ts'
import type { TransferredConsent, WholeGroup } from './group-transfer.ts'

/** An image as the archive has it; whether its file exists has not been looked at. */
export type ArchivedImage = Omit<Image, 'id' | 'fileSize'> & { readonly id: number | null }

/** A platform by its id, its name or both. */
export type ArchivedConsent = Omit<TransferredConsent, 'platformId' | 'platformName'> & {
  readonly platformId: number | null
  readonly platformName: string | null
}

/** Platforms by their names; by ids where the file has no names. */
export interface ArchivedExhibition extends Omit<NewExhibition, 'platformIds'>, Pick<Exhibition, 'groupCountAtEnd'> {
  /** Where in the file it is, for a message. */
  readonly label: string
  readonly platforms: readonly (string | number)[] | null
}

/** `group.exhibitionId` counts for nothing: its slug is in `exhibition`. */
export interface ArchivedGroup extends Omit<WholeGroup, 'images' | 'consents'> {
  /** Where in the file it is, for a message. */
  readonly label: string
  readonly exhibition: string
  readonly images: readonly ArchivedImage[]
  readonly consents: readonly ArchivedConsent[]
  readonly warnings: readonly string[]
}

/** What was read. */
export interface ArchiveRead {
  /** Of all bytes. */
  readonly digest: string
  /** The rollback that wrote the file; null when another program did. */
  readonly rollbackId: string | null
  readonly exhibitions: readonly ArchivedExhibition[]
}

/** What a rollback writes. */
export interface ArchiveContent {
  /** All of them, oldest first. */
  readonly exhibitions: readonly Exhibition[]
  readonly platforms: readonly SocialMediaPlatform[]
  readonly groups: AsyncIterable<readonly WholeGroup[]>
}

/** Groups written to disk, but not yet archived. */
export interface ArchiveDraft {
  readonly groups: number
  /** Makes it the archive file, durably. */
  publish(): Promise<void>
  discard(): Promise<void>
}

/** The archive: the file `groups.json` in the data folder (D35). */
export interface GroupArchive {
  /** Asks the file system and waits for it: takes microseconds. */
  exists(): boolean
  /** Differs for every file that was put there and after every change of it; undefined without a file. */
  version(): Promise<string | undefined>
  /**
   * Hands the groups to `take`, some at a time, in the order of the file. AppError MIGRATION_FAILED names group and field
   * of what is broken; the file is not touched. Memory does not grow with the file.
   */
  read(take: (groups: readonly ArchivedGroup[]) => Promise<void>): Promise<ArchiveRead>
  /** Writes and flushes all groups; the exhibitions, too, unless `main` is the only one and nobody has changed it. */
  write(rollbackId: string, content: ArchiveContent): Promise<ArchiveDraft>
  /** Renames the file to `groups.backup-<timestamp>.json`, durably, with mode 0600 (D50). Returns the new name. */
  archiveFile(now: Date): Promise<string>
  /** Removes the file, durably. */
  remove(): Promise<void>
  /** Removes what a crash has left of a `write`; not while one is under way. */
  removeDrafts(): Promise<void>
  hasBackup(): Promise<boolean>
  /** Removes the backups that `archiveFile` made before `time`; returns their names. The others are for the owner alone to read. */
  removeBackups(time: Date): Promise<string[]>
}
