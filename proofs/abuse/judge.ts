import { gunzipSync } from 'node:zlib'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { commonCodes, possibleCodes } from '#contract/openapi/possible-codes.ts'
import { ErrorBody, type ErrorCode, type ErrorStatus, errorCodes, statusOf } from '#contract/operation/errors.ts'
import { type Operation, responseSchemas } from '#contract/operation/operation.ts'
import type { Answer } from './exchange.ts'

const ajv = new Ajv({ allErrors: false, strict: false })
formats.default(ajv)
ajv.addSchema(ErrorBody, 'Error')
const validators = new Map<string, ValidateFunction>()
const unnamed = (key: string, value: unknown) => (key === '$id' ? undefined : value)

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
    (operation && checked ? contractComplaint(answer, parsed, operation) : undefined)
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

function contractComplaint({ status, headers }: Answer, parsed: unknown, operation: Operation): string | undefined {
  const where = `${operation.method} ${operation.url} → ${status}`
  const code = status >= 400 ? (parsed as { code?: string }).code : undefined
  if (code !== undefined && commonCodes.includes(code as ErrorCode)) return undefined
  const schema = responseSchemas(operation)[status]
  if (schema === undefined) return `${where} ${code ?? ''}: not in the contract`
  if (!headers['content-type']?.startsWith('application/json')) return undefined
  const validate = validators.get(where) ?? ajv.compile(JSON.parse(JSON.stringify(schema, unnamed)))
  validators.set(where, validate)
  if (!validate(parsed)) return `${where}: ${ajv.errorsText(validate.errors)}`
  if (code !== undefined && !possibleCodes(operation, status as ErrorStatus).includes(code as ErrorCode)) {
    return `${where}: ${code} is not listed`
  }
  return undefined
}
