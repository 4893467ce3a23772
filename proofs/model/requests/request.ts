import type { LimitedAccount, Operation } from '#proofs/model/operations.ts'
import type { Body, Words } from './words.ts'

export type Send = (path: string, init?: RequestInit & { json?: unknown }) => Promise<Response>

export interface Service {
  /** Each time from another address, so that no limit applies. */
  readonly visitor: Send
  readonly admin: Send
  /** The moderator of one exhibition, by its number, or the auditor of one (D84). */
  limited(account: LimitedAccount | 'auditor'): Send
  readonly photos: readonly Buffer[]
  /** `main` and two others. */
  readonly exhibitions: readonly { readonly id: number; readonly slug: string }[]
  now(): Date
  /** Runs what the service runs every second. */
  markEnds(): Promise<void>
}

export interface Request {
  readonly send: () => Promise<Response>
  /** The fields of a successful answer that the model knows. */
  readonly project?: (body: Body) => unknown
}

export interface Context extends Service {
  readonly words: Words
  /** Ids of the images of the operation's group, in their order. */
  readonly ids: readonly number[]
}

/** The request for each operation. */
export type Requests<O extends Operation['op']> = {
  readonly [Op in O]: (context: Context, step: Extract<Operation, { op: Op }>) => Request
}

export const query = (fields: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  ).toString()

/** The image of an operation; 4 is one that does not exist. */
export const idAt = ({ ids }: Context, number: number): number =>
  number === 4 ? 999_999_999 : (ids[number % Math.max(1, ids.length)] ?? 1)
