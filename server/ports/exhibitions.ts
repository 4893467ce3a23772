import type * as contract from '#contract/exhibitions.ts'
import type { ExhibitionName } from '#contract/shapes.ts'
import type { Exhibition, NewExhibition } from '#server/domain/exhibition.ts'

/** Numbers of groups and their images. */
export type ExhibitionCounts = contract.Exhibition['counts']

interface ExhibitionPart {
  readonly isExhibitionEnded: boolean
  readonly limit: number
  /** The id of a group. */
  readonly after?: string | undefined
}

export interface ExhibitionReads {
  /** Differs after every change of any of them. */
  revision(): Promise<string>
  /** Newest first, `main` last. */
  all(): Promise<Exhibition[]>
  find(id: number): Promise<Exhibition | undefined>
  /** By id; none for an exhibition without groups. */
  counts(): Promise<readonly (ExhibitionCounts & { readonly id: number })[]>
  holdsGroups(id: number): Promise<boolean>
  /** Those whose groups, or whose number of groups at the end, are not yet as the end of these exhibitions demands. */
  toMark(endedIds: readonly number[]): Promise<number[]>
  groupCount(id: number): Promise<number>
  /** Ids of its groups, by id: of those that are marked as ended, or those that are not. */
  groupIds(id: number, part: ExhibitionPart): Promise<string[]>
}

export interface ExhibitionWrites extends ExhibitionReads {
  /** undefined when another one has or had the slug. */
  add(exhibition: NewExhibition): Promise<Exhibition | undefined>
  /** Like `find`, and keeps other transactions from changing or deleting it until this one ends. */
  lock(id: number): Promise<Exhibition | undefined>
  /** Replaces a locked exhibition and raises its revision; returns what it is now. */
  update(exhibition: Exhibition): Promise<Exhibition>
  /** Not a change that admins know of: the revision stays. */
  setGroupCountAtEnd(id: number, count: number | null): Promise<void>
  /** With `keepsSlug` no other exhibition can get its slug. */
  remove(id: number, options: { readonly keepsSlug: boolean }): Promise<void>
}

/** All exhibitions in memory, of every replica within a second: read them when they are needed, not before. */
export interface LiveExhibitions {
  /** Newest first, `main` last. */
  readonly all: readonly Exhibition[]
  /** Also one that has ended. */
  withSlug(slug: string): Exhibition | undefined
  withId(id: number): Exhibition | undefined
  /** As admins and owners see it (D82). */
  nameOf(id: number): ExhibitionName
  /** Call it after a change, or where one is unknown that another replica may have added: then it is in this process. */
  refresh(): Promise<void>
}
