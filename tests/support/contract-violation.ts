import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { ErrorBody, type ErrorStatus, statusOf } from '#contract/operation/errors.ts'
import type { Operation } from '#contract/operation/operation.ts'
import { commonCodes, errorStatuses, possibleCodes } from '#contract/operation/possible-codes.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
formats.default(ajv)
ajv.addSchema(ErrorBody, 'Error')
/** Shared by all services of a run, because compiling them takes longer than most tests. */
const validators = new Map<string, ValidateFunction>()

/** All answers of an operation by status; every error has the one error body. */
export const responseSchemas = (entry: Operation): Record<number, TSchema> => ({
  ...Object.fromEntries(errorStatuses(entry).map((status) => [status, ErrorBody])),
  ...entry.responses,
})

function validatorOf(operation: Operation, status: number): ValidateFunction | undefined {
  const key = `${operation.method} ${operation.url} → ${status}`
  const isCommon = commonCodes.some((code) => statusOf(code) === status)
  const schema = responseSchemas(operation)[status] ?? (isCommon ? ErrorBody : undefined)
  if (validators.has(key) || schema === undefined) return validators.get(key)
  // Named schemas are part of several answers; their names mean nothing here.
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema, unnamed)))
  validators.set(key, validate)
  return validate
}

const unnamed = (key: string, value: unknown) => (key === '$id' ? undefined : value)

/** How an answer differs from what the contract lists for its operation; undefined if it does not. */
export function contractViolation(operation: Operation, status: number, payload: unknown): string | undefined {
  const validate = validatorOf(operation, status)
  const where = `${operation.method} ${operation.url} → ${status}`
  if (validate === undefined) return `${where}: not in the contract`
  if (!validate(payload)) return `${where}: ${ajv.errorsText(validate.errors)}`
  return isListed(operation, status, payload) ? undefined : `${where}: ${JSON.stringify(payload)}`
}

/** The code of an error is one that the API description lists for the operation and the status. */
function isListed(operation: Operation, status: number, payload: unknown): boolean {
  if (status < 400 || typeof payload !== 'object' || payload === null || !('code' in payload)) return true
  const codes: readonly string[] = [...possibleCodes(operation, status as ErrorStatus), ...commonCodes]
  return codes.includes(String(payload.code))
}
