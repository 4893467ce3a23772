import { gunzipSync } from 'node:zlib'
import { type ErrorCode, errorCodes, statusOf } from '#contract/operation/errors.ts'
import type { Operation } from '#contract/operation/operation.ts'
import { contractViolation } from '#tests/support/contract-violation.ts'
import type { Answer } from './exchange.ts'

/** Answers must not contain paths on disk, stack traces or database messages (D1). */
const inside = /node_modules|werkschau-(?:target|crash)-|\.ts:\d|\bSQLITE_|\n {4}at |constraint failed/

/** What is wrong with any answer; undefined if nothing is. `checked`: it must be one that the contract lists for the operation. */
export function complaint(
  answer: Answer | undefined,
  operation?: Operation,
  { checked = true } = {},
): string | undefined {
  if (answer === undefined) return 'the connection was closed without an answer'
  const { status, headers, body } = answer
  if (status >= 500) return `status ${status}`
  if (!(status >= 200)) return `status ${status} is none`
  if (headers['x-injected'] !== undefined) return 'a header of the answer was injected'
  if (headers['x-content-type-options'] !== 'nosniff') return `an answer ${status} without nosniff`
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  // A browser at an unknown path gets the pages.
  const isPage = status === 404 && headers['content-type']?.startsWith('text/html')
  if (status >= 400 && body.length > 0 && !isJson && !isPage)
    return `an answer ${status} of the type ${headers['content-type']}`
  if (!isJson || body.length === 0) return undefined
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return `an answer ${status} that is not JSON`
  }
  if (status >= 400 && inside.test(text)) return `an answer ${status} that shows what is inside`
  return (
    (status >= 400 ? errorComplaint(status, parsed, operation) : undefined) ??
    (operation && checked ? contractViolation(operation, status, parsed) : undefined)
  )
}

function errorComplaint(status: number, parsed: unknown, operation?: Operation): string | undefined {
  const { success, code, message, msg } = parsed as Record<string, unknown>
  if (msg !== undefined && status === 400) return undefined
  if (success !== false || typeof message !== 'string' || message === '') return `an error ${status} of another shape`
  const isKnown = String(code) in errorCodes && statusOf(code as ErrorCode, operation?.codeStatus) === status
  if (!isKnown) return `a code ${code} with ${status}`
  return undefined
}
