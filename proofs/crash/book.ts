import { isDeepStrictEqual } from 'node:util'
import type { Random } from '#proofs/random.ts'
import type { WholeGroup } from '#server/ports/group-transfer.ts'
import type { Connection } from './connection.ts'
import type { Kind } from './kinds.ts'

/** A group in a comparable form; ids and stored names come from the service. */
export interface GroupState {
  readonly title: string | null
  readonly description: string | null
  readonly year: number
  readonly approved: boolean
  readonly workshop: boolean
  /** Platform → given or revoked. */
  readonly platforms: Readonly<Record<number, 'given' | 'revoked'>>
  /** The id of its exhibition. */
  readonly exhibition: number
  /** In order, by the client's file name. */
  readonly images: readonly ImageState[]
  /** Of the consents, oldest first. */
  readonly history: readonly string[]
}

export interface ImageState {
  readonly name: string
  readonly description: string | null
  readonly hidden: boolean
  /** How often it was redacted. */
  readonly redactions: number
}

export const newImage = (name: string): ImageState => ({ name, description: null, hidden: false, redactions: 0 })

export interface StoredImage {
  readonly id: number
  readonly fileName: string
  readonly previewName: string
  readonly fileSize: number
  /** Its file names, which only a redaction changes; unknown until the first inspection. */
  readonly files?: readonly string[]
}

/** Traces of a change besides the group itself. */
export interface Traces {
  readonly audit?: string
  readonly message?: string
  readonly deletion?: string
}

/** One request that changes groups, and the state of each afterwards. */
export interface Change {
  readonly kind: Kind
  readonly changes: readonly (readonly [KnownGroup, Omit<Pending, 'change'>])[]
  send(connection: Connection): Promise<Response>
  /** Nobody asks for it again after a crash. */
  readonly givesUp?: boolean
}

export interface Source {
  readonly random: Random
  readonly photos: readonly Buffer[]
  /** A number that was never given before. */
  readonly serial: () => number
  readonly kept: Kept
  readonly ending: Ending
}

/** Exhibitions, by id. */
export const exhibitionIds = [1, 2, 3] as const
/** The exhibition that ends and is resumed. */
export const endingId = 3
/** Ended long ago: any cleanup deletes what is moved there. */
export const deletedId = 4

/** Whether it has ended, as the service answered. */
export interface Ending {
  isEnded: boolean
  /** Requested, not answered yet. */
  asked: boolean | undefined
}

/** Files and parts that visitors did not have to send again after a crash. */
export interface Kept {
  files: number
  parts: number
}

/** A requested change: the group is in its old or new state. undefined: it does not exist. */
export interface Pending extends Traces {
  readonly change: Change
  readonly after: GroupState | undefined
}

export interface KnownGroup {
  /** The visitor's name: unique and never changed. */
  readonly name: string
  groupId: string
  token: string
  state: GroupState | undefined
  pending: Pending | undefined
  /** By the client's file name; those of deleted images stay. */
  readonly stored: Map<string, StoredImage>
  /** Addresses that images lost by a redaction. */
  readonly left: string[]
  /** Never approved and older than the retention: any cleanup deletes it. */
  overdue: boolean
  readonly audits: Map<string, number>
  readonly messages: Map<string, number>
  deletion: { readonly reason: string; readonly imageCount: number; readonly bytes: number } | undefined
}

export const newGroup = (name: string): KnownGroup => ({
  name,
  groupId: '',
  token: '',
  state: undefined,
  pending: undefined,
  stored: new Map(),
  left: [],
  overdue: false,
  audits: new Map(),
  messages: new Map(),
  deletion: undefined,
})

/** Any cleanup deletes it. */
export const isDue = ({ overdue }: KnownGroup, { exhibition }: GroupState): boolean =>
  overdue || exhibition === deletedId

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** The pending change has happened. */
export function settle(group: KnownGroup): void {
  const { pending, state } = group
  if (pending === undefined) return
  group.pending = undefined
  if (pending.audit !== undefined) count(group.audits, pending.audit)
  if (pending.message !== undefined) count(group.messages, pending.message)
  if (pending.deletion !== undefined && state !== undefined) {
    const sizes = state.images.map(({ name }) => group.stored.get(name)?.fileSize ?? 0)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    group.deletion = { reason: pending.deletion, imageCount: state.images.length, bytes }
  }
  group.state = pending.after
}

/** Other files than before: the image was redacted. */
const hasOtherFiles = (known: StoredImage | undefined, { storedName, storedPreviewName }: StoredNames): boolean =>
  known?.files !== undefined && !isDeepStrictEqual(known.files, [storedName, storedPreviewName])
type StoredNames = Pick<WholeGroup['images'][number], 'storedName' | 'storedPreviewName'>

/** The stored state, in the book's form. */
export function stateOf({ group, images, consents, consentHistory }: WholeGroup, known: KnownGroup): GroupState {
  const redactionsOf = (name: string) => known.state?.images.find((image) => image.name === name)?.redactions ?? 0
  return {
    title: group.title,
    description: group.description,
    year: group.year,
    approved: group.isApproved,
    workshop: group.displayInWorkshop,
    exhibition: group.exhibitionId,
    platforms: Object.fromEntries(
      consents.map(({ platformId, revoked }) => [platformId, revoked ? 'revoked' : 'given'] as const),
    ),
    images: images.map(({ originalName, imageDescription, hiddenReason, ...files }) => {
      const name = originalName ?? ''
      const again = hasOtherFiles(known.stored.get(name), files) ? 1 : 0
      return {
        name,
        description: imageDescription,
        hidden: hiddenReason !== null,
        redactions: redactionsOf(name) + again,
      }
    }),
    history: consentHistory.map(({ platformId, action, changedBy }) => `${platformId} ${action} ${changedBy}`),
  }
}
