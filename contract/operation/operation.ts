import type { Static, TSchema } from 'typebox'
import { Type } from 'typebox'
import type { Access } from './access.ts'
import { ErrorBody, type ErrorCode, type ErrorStatus } from './errors.ts'

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `{parameter}` placeholders, as the specification writes it. */
  readonly url: string
  /** Writes with a session also need `X-CSRF-Token`. */
  readonly access: Access
  /** Needs the password entered within the last ten minutes: by login or `POST /auth/confirm` (D52). */
  readonly confirmed?: true
  /** Also for accounts that must set up a second factor before anything else (D53). */
  readonly withoutFactor?: true
  /** Reads and writes no groups, so it does not wait for a due migration (D36). */
  readonly withoutGroups?: true
  /** Without a session the operation runs all the same; with one it needs the CSRF token as usual (logout, D3). */
  readonly sessionOptional?: true
  /** The heading of the specification's section; absent beyond the specification. */
  readonly section?: string
  readonly summary: string
  readonly description?: string
  readonly params?: TSchema
  readonly query?: TSchema
  readonly headers?: TSchema
  readonly body?: TSchema
  /** The body may be left out. */
  readonly bodyOptional?: true
  /** The body is multipart/form-data and read as a stream; `body` only describes it. */
  readonly multipart?: true
  /** The body is the bytes of a file, of any content type but a form's, and read as a stream. */
  readonly bytes?: true
  /** The successful answers by status; `Type.Null()` where there is no body. */
  readonly responses: Readonly<Record<number, TSchema>>
  /** Media type of the successful answer where it is not JSON. */
  readonly produces?: string
  /** A second media type of the successful answer, chosen by the query. */
  readonly alsoProduces?: string
  /** Error statuses of the specification and the decisions, without those of every operation and body (`errorStatuses`). */
  readonly errors?: readonly ErrorStatus[]
  /** Codes of its own, beyond those that follow from its access, its path, its query and the form of its body. */
  readonly codes?: readonly ErrorCode[]
  /** Where a code has another status here than in the table of codes. */
  readonly codeStatus?: Partial<Readonly<Record<ErrorCode, ErrorStatus>>>
}

type SchemaOf<O, K extends string> = O extends { readonly [P in K]: infer S extends TSchema } ? Static<S> : undefined
export type Params<O extends Operation> = SchemaOf<O, 'params'>
export type Query<O extends Operation> = SchemaOf<O, 'query'>
export type Body<O extends Operation> = O extends { bodyOptional: true }
  ? SchemaOf<O, 'body'> | undefined
  : SchemaOf<O, 'body'>
export type Reply<O extends Operation> = {
  [S in keyof O['responses']]: O['responses'][S] extends TSchema ? Static<O['responses'][S]> : never
}[keyof O['responses']]

/** Keeps the literal types of an entry, so that it types handlers and callers. */
export const operation = <const O extends Operation>(entry: O): O => entry

/** Every operation can fail; every body can be too large or of another type, and one of JSON malformed. */
export const errorStatuses = ({ body, multipart, bytes, errors = [] }: Operation): readonly ErrorStatus[] => {
  const ofBody: readonly ErrorStatus[] = body || bytes ? [413, 415] : []
  const ofJson: readonly ErrorStatus[] = body && !multipart && !bytes ? [400] : []
  return [...new Set([...errors, ...ofBody, ...ofJson, 500 as const])].toSorted((a, b) => a - b)
}

/** All answers of an operation by status; every error has the one error body. */
export const responseSchemas = (entry: Operation): Record<number, TSchema> => ({
  ...Object.fromEntries(errorStatuses(entry).map((status) => [status, ErrorBody])),
  ...entry.responses,
})

/** The string after `/` of a path, at least one character. */
export const pathText = (description: string) => Type.String({ minLength: 1, description })

/** The answer has no end: it is read as it comes. */
export const isEventStream = ({ produces }: Operation): boolean => produces === 'text/event-stream'
