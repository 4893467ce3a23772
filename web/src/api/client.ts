import { createStore } from '@tanstack/react-store'
import type { Static, TSchema } from 'typebox'
import type { Body, Operation, Params, Query } from '#contract/operation/operation.ts'
import type { Operations } from '#contract/operations.ts'
import { bodyOf, errorOf, networkError } from './api-error.ts'
import { withBasePath } from './base-path.ts'

// The contract is imported for its types only, so its schemas are not in the bundle: the route is all a call needs.
type ByRoute = {
  [Name in keyof Operations as Operations[Name] extends Operation
    ? `${Operations[Name]['method']} ${Operations[Name]['url']}`
    : never]: Operations[Name]
}
/** Method and URL of an operation as in the contract, such as `GET /api/groups/{groupId}`. */
export type Route = keyof ByRoute

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }
/** Ids are numbers in answers. */
type Filled<Value> = { [K in keyof Value]: string | number }
/** A query whose parts may all be left out. */
type Optional<Value> = object extends Value ? Value | undefined : Value
/** Forms are sent by `sendBody`. */
type BodyOf<O extends Operation> = O extends { multipart: true } ? never : O extends { bytes: true } ? Blob : Body<O>
export type Input<R extends Route> = Part<'params', Filled<Params<ByRoute[R]>>> &
  Part<'query', Optional<Query<ByRoute[R]>>> &
  Part<'body', BodyOf<ByRoute[R]>> & { signal?: AbortSignal; headers?: Record<string, string> }

export type Answer<R extends Route> = {
  [S in keyof ByRoute[R]['responses']]: S extends 200 | 201 | 204
    ? ByRoute[R]['responses'][S] extends TSchema
      ? Static<ByRoute[R]['responses'][S]>
      : never
    : never
}[keyof ByRoute[R]['responses']]

interface AnyInput {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
}

export const urlOf = (path: string, { params = {}, query = {} }: AnyInput): string => {
  const filled = withBasePath(path).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** Calls an operation; throws an ApiError for every answer that is not a success, and when there is none. */
export const call = async <R extends Route>(
  route: R,
  ...rest: object extends Input<R> ? [input?: Input<R>] : [input: Input<R>]
): Promise<Answer<R>> => {
  const input: AnyInput = rest[0] ?? {}
  const [method = 'GET', path = '/'] = route.split(' ')
  const bytes = input.body instanceof Blob ? input.body : undefined
  const fail = (error: unknown): never => {
    throw input.signal?.aborted ? error : networkError()
  }
  const response = await fetch(urlOf(path, input), {
    method,
    credentials: 'same-origin',
    ...(input.signal && { signal: input.signal }),
    ...(input.body !== undefined && { body: bytes ?? JSON.stringify(input.body) }),
    headers: {
      accept: 'application/json',
      ...input.headers,
      ...(input.body !== undefined && !bytes && { 'content-type': 'application/json' }),
    },
  }).catch(fail)
  recordManagementLimit(response.headers.get('ratelimit'))
  const text = await response.text().catch(fail)
  if (!response.ok) throw errorOf(response.status, text, response.headers.get('retry-after'))
  return bodyOf(text)
}

/** How many requests with a management link are left, and when the limit resets, in milliseconds since 1970. */
export const managementLimit = createStore({ left: Number.POSITIVE_INFINITY, resetsAt: 0 })

/** @param header `RateLimit` of an answer */
const recordManagementLimit = (header: string | null): void => {
  const [, left, seconds] = /"management";r=(\d+);t=(\d+)/.exec(header ?? '') ?? []
  if (left !== undefined)
    managementLimit.setState(() => ({ left: Number(left), resetsAt: Date.now() + Number(seconds) * 1000 }))
}
