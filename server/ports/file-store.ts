import type { Readable } from 'node:stream'
import type { Image } from '#server/domain/group.ts'

/** `original`: what the visitor sent, served at /upload. `preview`: the generated JPEG, served at /previews. */
export type FileKind = 'original' | 'preview'

/** Which files of an image may be served: one that cannot be read may still say a place. */
export type EnsureClean = (image: Image) => Promise<ReadonlySet<FileKind>>

export interface StoredFile {
  /** Bytes of the whole file. */
  readonly size: number
  readonly modifiedAt: Date
  /** Reads `[start, end]`, both inclusive; the whole file without a range. */
  read(range?: { start: number; end: number }): Readable
}

/** A file that is being made. It has a path of the local disk, because image tools want one. */
export interface FileDraft {
  readonly path: string
  /** Begins the commit when the file is whole: its bytes become durable while others are still made. */
  flush(): Promise<void>
  /** Makes the file durable under its final name. After this it outlives a crash. Those of one moment share the work. */
  commit(): Promise<void>
  /** Leaves nothing behind; also after a failed commit. */
  discard(): Promise<void>
}

/**
 * Files by their stored names. Names are never taken from a client; an implementation refuses what `isStoredName`
 * refuses. Every method fails with the error of the disk, or with AppError TEMPORARILY_UNAVAILABLE when remote
 * files cannot be reached, STORAGE_FULL when there is no space.
 */
export interface FileStore extends AsyncDisposable {
  /**
   * AppError STORAGE_FULL when so little space is left that an upload must not use it: it is reserved for deletions and
   * withdrawals.
   */
  checkFreeSpace(): Promise<void>
  draft(kind: FileKind, name: string): Promise<FileDraft>
  /** undefined when the file does not exist. */
  open(kind: FileKind, name: string): Promise<StoredFile | undefined>
  /** Gives `use` a local path of the file for as long as it runs; undefined when the file does not exist. */
  withLocalCopy<T>(kind: FileKind, name: string, use: (path: string) => Promise<T>): Promise<T | undefined>
  /** Lets `use` change or replace the file at a local path, then makes it durable; undefined when there is no file. */
  edit<T>(kind: FileKind, name: string, use: (path: string) => Promise<T>): Promise<T | undefined>
  /** All files of the kind that a stored name fits, in no order. One that is removed meanwhile may be left out. */
  list(kind: FileKind): AsyncIterable<{ readonly name: string; readonly size: number }>
  /** The same without their sizes: a disk is then not asked about each. */
  names(kind: FileKind): AsyncIterable<string>
  /** Removing a file that does not exist is no error. */
  remove(kind: FileKind, name: string): Promise<void>
  /** Throws when files cannot be read or written. */
  health(): Promise<void>
  /** Throws while this process cannot take uploads, although another replica may be able to. */
  ready(): Promise<void>
}
