import type { Image, NewImage } from '#server/domain/image.ts'
import type { FileKind } from './file-store.ts'

export interface ImageReads {
  /** By upload order. */
  ofGroup(groupId: string): Promise<Image[]>
  /** The image whose stored original or preview has this name. */
  findByFile(kind: FileKind, name: string): Promise<Image | undefined>
  /** Up to `limit` images with larger ids, by id: for walks over all of them. */
  after(id: number, limit: number): Promise<Image[]>
}

export interface ImageWrites extends ImageReads {
  /** Answers the images with their new ids, in the order given. */
  insert(images: readonly NewImage[]): Promise<Image[]>
}
