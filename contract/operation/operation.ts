import { type Static, type TSchema, Type } from 'typebox'
import type { Access } from './access.ts'
import type { ErrorCode, ErrorStatus } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation {
  readonly method: Method
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
  /** What the parts of the path mean that `pathTexts` does not know. */
  readonly pathTexts?: Readonly<Record<string, string>>
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
  /** Codes of its own, beyond those that follow from its access, its path, its query and the form of its body. */
  readonly codes?: readonly ErrorCode[]
  /** Where a code has another status here than in the table of codes. */
  readonly codeStatus?: Partial<Readonly<Record<ErrorCode, ErrorStatus>>>
}

type SchemaOf<O, K extends string> = O extends { readonly [P in K]: infer S extends TSchema } ? Static<S> : undefined
type ParamName<Url> = Url extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never
export type Params<O extends Operation> = [ParamName<O['url']>] extends [never]
  ? undefined
  : Readonly<Record<ParamName<O['url']>, string>>
export type Query<O extends Operation> = SchemaOf<O, 'query'>
export type Body<O extends Operation> = O extends { bodyOptional: true }
  ? SchemaOf<O, 'body'> | undefined
  : SchemaOf<O, 'body'>
export type Reply<O extends Operation> = {
  [S in keyof O['responses']]: O['responses'][S] extends TSchema ? Static<O['responses'][S]> : never
}[keyof O['responses']]

type RouteOf<R> = R extends `${infer M extends Method} ${infer Url}` ? { readonly method: M; readonly url: Url } : never

/** What a part of a path means, wherever it occurs. */
const pathTexts: Readonly<Record<string, string>> = {
  token: 'Management token, a UUID v4.',
  groupId: 'Group id.',
  imageId: 'Image id.',
  platformId: 'Platform id.',
  takedownId: 'Takedown id.',
  requestId: 'A UUID v4.',
  submissionId: 'From `createSubmission`; a secret.',
}

function paramsOf(url: string, texts: Readonly<Record<string, string>>): TSchema | undefined {
  const names = [...url.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const param = (name: string) => Type.String({ minLength: 1, description: texts[name] ?? pathTexts[name] ?? '' })
  return names.length === 0 ? undefined : Type.Object(Object.fromEntries(names.map((name) => [name, param(name)])))
}

type Entry = Omit<Operation, 'method' | 'url' | 'access' | 'params'>

/**
 * An operation by its method, its URL and who may call it; keeps the literal types of its entry,
 * so that they type handlers and callers.
 */
export function operation<const R extends `${Method} /${string}`, const A extends Access, const E extends Entry>(
  route: R,
  access: A,
  entry: E,
): E & RouteOf<R> & { readonly access: A }
export function operation(route: string, access: Access, { pathTexts = {}, ...entry }: Entry): unknown {
  const [method = '', url = ''] = route.split(' ')
  const params = paramsOf(url, pathTexts)
  return { method, url, access, ...(params && { params }), ...entry }
}

/** What entries can have in common: all but what types their requests and answers. */
type Common = Partial<Omit<Entry, 'query' | 'headers' | 'body' | 'responses' | 'bodyOptional' | 'multipart' | 'bytes'>>

/** Defines operations that have something in common, such as their section of the specification. */
export const operationsWith =
  (common: Common): typeof operation =>
  (route, access, entry) =>
    operation(route, access, { ...common, ...entry })

/** The query can name an exhibition (D83). */
export const asksForExhibition = ({ query }: Operation): boolean =>
  'exhibition' in ((query as { readonly properties?: object } | undefined)?.properties ?? {})

/** The answer has no end: it is read as it comes. */
export const isEventStream = ({ produces }: Operation): boolean => produces === 'text/event-stream'
