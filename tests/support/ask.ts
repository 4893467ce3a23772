import { expect } from 'vitest'
import type { ErrorBody, ErrorCode } from '#contract/operation/errors.ts'
import type { Operation, Reply } from '#contract/operation/operation.ts'
import { type Operations, operations } from '#contract/operations.ts'

export type OperationName = keyof Operations

/** The sender of a request: a visitor (the service itself) or a session. */
export interface Caller {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
}

/** Not typed by the contract, because tests also send invalid input. */
export interface Input {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  /** Sent as the JSON body. */
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Whole<Body> = [Body] extends [null] ? null : Exclude<Body, null>

/** The body of a successful answer. */
export type ReplyTo<Name extends OperationName> = Operations[Name] extends Operation
  ? Whole<Reply<Operations[Name]>>
  : never

/** An answer of any status: its body has the fields of a success or an error. */
export interface AnswerTo<Name extends OperationName> {
  readonly status: number
  readonly headers: Headers
  readonly body: ReplyTo<Name> & Partial<Omit<ErrorBody, 'success'>>
}

export const urlOf = (name: OperationName, { params = {}, query = {} }: Input = {}): string => {
  const path = operations[name]?.url.replace(/\{(\w+)\}/g, (_, param) => encodeURIComponent(String(params[param])))
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  return search.size > 0 ? `${path}?${search}` : String(path)
}

/** The JSON of a response, typed as the operation's reply. */
export async function replyTo<Name extends OperationName>(_name: Name, response: Response): Promise<ReplyTo<Name>> {
  return (await response.json()) as ReplyTo<Name>
}

/** Sends an operation's request. */
export async function send<Name extends OperationName>(
  caller: Caller,
  name: Name,
  input: Input = {},
): Promise<AnswerTo<Name>> {
  const { json } = input
  const response = await caller.fetch(urlOf(name, input), {
    method: operations[name]?.method ?? '',
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...input.headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const body = (await response.json()) as AnswerTo<Name>['body']
  return { status: response.status, headers: response.headers, body }
}

/** The reply to a request that must succeed. */
export async function ask<Name extends OperationName>(
  caller: Caller,
  name: Name,
  input: Input = {},
): Promise<ReplyTo<Name>> {
  return succeeded(send(caller, name, input))
}

/** The body of a successful answer; fails otherwise. */
export async function succeeded<Body>(
  answer: Promise<{ readonly status: number; readonly body: Body }>,
): Promise<Body> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`Refused: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Status and error code of a response. */
export async function codeOf(response: Response): Promise<[status: number, code: string | undefined]> {
  const { code } = (await response.json()) as Partial<ErrorBody>
  return [response.status, code]
}

type Refusal = Response | { readonly status: number; readonly body: unknown }

/** Expects an error with its status and code; returns its body. */
export async function refused(answer: Refusal | Promise<Refusal>, status: number, code: ErrorCode): Promise<ErrorBody> {
  const given = await answer
  const body = given instanceof Response ? await given.json() : given.body
  expect(body).toMatchObject({ success: false, code, message: expect.any(String) })
  expect(given.status).toBe(status)
  return body as ErrorBody
}
