import type { ImageTexts, PublishedTexts } from '#contract/texts/image-texts.ts'
import type { Group, Image, NewImage } from '#server/domain/group.ts'
import type { ImageAnalysis } from '#server/domain/images/image-analysis.ts'
import type { ImageName } from '#server/domain/names.ts'
import type { UploadKey } from '#server/domain/upload/upload-key.ts'
import type { FileKind } from './file-store.ts'
import type { ImageFacts } from './previewer.ts'

export type ImageFiles = Pick<Image, 'fileName' | 'previewName' | 'fileSize' | 'width' | 'height' | 'imageAnalysis'>

/** What a request has added. */
export interface Addition {
  readonly imageCount: number
  /** null: from before digests were kept. */
  readonly bodyDigest: string | null
}

interface NewAddition extends UploadKey {
  readonly imageCount: number
  /** ISO 8601. */
  readonly addedAt: string
}

/** With what says whether its exhibition has ended. */
export type ServedImage = Image & Pick<Group, 'exhibitionId' | 'isExhibitionEnded'>

export interface ImageReads {
  find(id: number): Promise<Image | undefined>
  /** By upload order. */
  ofGroup(groupId: string): Promise<Image[]>
  /** The image whose original or preview is served under this name. */
  findByServedName(kind: FileKind, name: string): Promise<ServedImage | undefined>
  /** The image whose original or preview has this name in the file store. */
  findByStoredName(kind: FileKind, name: string): Promise<Image | undefined>
  /** What a request with this key has added to the group since the time, ISO 8601; undefined when none has. */
  addedWith(groupId: string, additionKey: string, since: string): Promise<Addition | undefined>
  /** The ids of images whose previews have these names in the file store. */
  idsByStoredPreviews(names: readonly string[]): Promise<number[]>
  /** The number of images that the public sees, counted up to `max`. */
  countShown(max: number): Promise<number>
  /** Up to `limit` images with larger ids, by id: for walks over all of them. */
  after(id: number, limit: number): Promise<Image[]>
  /** Like `after`, but only those whose bytes were never inspected: they have no width. */
  withoutFacts(id: number, limit: number): Promise<Image[]>
  /** Like `after`, but only those whose previews were never analysed. */
  withoutImageAnalysis(id: number, limit: number): Promise<Image[]>
}

export interface ImageWrites extends ImageReads {
  /** Returns the images with their new ids, in the order given. */
  insert(images: readonly NewImage[]): Promise<Image[]>
  /** Notes what a request has added. A key that the group knows already is a failure of the database. */
  recordAddition(groupId: string, addition: NewAddition): Promise<void>
  /** Forgets what requests before the time, ISO 8601, have added to the group. */
  forgetAdditions(groupId: string, before: string): Promise<void>
  /** Removes the image and closes the gap it leaves in the upload order. */
  remove(image: Pick<Image, 'id' | 'groupId' | 'uploadOrder'>): Promise<void>
  /** Numbers the images of the group 1..n as given: all of its ids, once each. */
  reorder(groupId: string, imageIds: readonly number[]): Promise<void>
  /** Keeps what the bytes of an image say. */
  setFacts(image: Pick<Image, 'id' | 'groupId'>, facts: ImageFacts): Promise<void>
  /** Without a date it counts as unknown. */
  setDateTaken(image: Pick<Image, 'id' | 'groupId'>, exifDateTaken: Image['exifDateTaken']): Promise<void>
  /** Keeps what a preview looks like, unless the image has another one by now. */
  setImageAnalysis(image: Pick<Image, 'groupId' | 'storedPreviewName'>, imageAnalysis: ImageAnalysis): Promise<void>
  /** Sets texts of images of the group; null removes one, what is not named stays. */
  describe(groupId: string, texts: ReadonlyMap<number, Partial<ImageTexts>>): Promise<void>
  /** The public gets these texts from now on (D45); images that are not named keep what they have. */
  publishTexts(groupId: string, texts: ReadonlyMap<number, PublishedTexts>): Promise<void>
  /** Serves images under new names: the old addresses lead nowhere (D47). Their bytes stay where they are. */
  rename(groupId: string, names: ReadonlyMap<number, Pick<Image, 'fileName' | 'previewName'>>): Promise<void>
  /** Serves other files as the image, under their own names. */
  replaceFiles(image: Pick<Image, 'id' | 'groupId'>, files: ImageFiles): Promise<void>
  /** Hides an image from the public, or shows it again with null (D71). */
  setHidden(image: Pick<Image, 'id' | 'groupId'>, hidden: Pick<Image, 'hiddenReason' | 'moderationNote'>): Promise<void>
}

/** An image whose files are durable, but that is not yet part of a group. */
export interface ReceivedImage extends ImageName {
  /** The client's file name. */
  readonly originalName: string
  readonly fileSize: number
  readonly facts: Omit<ImageFacts, 'fileSize'>
}
