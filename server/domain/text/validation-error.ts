import { AppError } from '#server/domain/errors.ts'
import { expectation } from './values-from-text.ts'

/** What Ajv says of a value; with its option `verbose` also the value and the schema that it does not meet. */
interface Failed {
  readonly instancePath: string
  readonly keyword?: string | undefined
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string | undefined
  readonly data?: unknown
  readonly parentSchema?: object
}

interface Failure {
  readonly validation?: readonly Failed[] | undefined
  readonly validationContext?: string | undefined
}

function ruleOf(failed: Failed | undefined, { validationContext }: Failure): string | undefined {
  if (failed?.params.missingProperty) return 'is required'
  if (failed?.params.additionalProperty) return `has no field ${failed.params.additionalProperty}`
  if (validationContext === 'querystring' && Array.isArray(failed?.data)) return 'must be given only once'
  return expectation(failed?.parentSchema ?? {}) ?? failed?.message
}

/** The rule for programs: what is unknown, or which values are allowed. */
function detailsOf({ keyword, params, parentSchema }: Failed): object {
  if (params.additionalProperty) return { unknown: params.additionalProperty }
  if (keyword === 'maxLength') return { limit: params.limit }
  const { type, minimum, maximum }: Readonly<Record<string, unknown>> = { ...parentSchema }
  return [type].flat().includes('integer') && maximum !== undefined ? { minimum, maximum } : {}
}

/** `/limit` of the query → "limit must be …". */
export function fromValidation(failure: Failure): AppError {
  // An empty part of a path: nothing has that name (D22).
  if (failure.validationContext === 'params') return new AppError('NOT_FOUND', 'Nothing is at this path')
  const code = failure.validationContext === 'body' ? 'INVALID_BODY' : 'INVALID_PARAMETER'
  const [first] = failure.validation ?? []
  const missing = first?.params.missingProperty
  const field = [...(first?.instancePath.split('/').filter(Boolean) ?? []), ...(missing ? [missing] : [])].join('.')
  const details = { ...(field && { field }), ...(first && detailsOf(first)) }
  const message = `${field || 'The body'} ${ruleOf(first, failure)}`
  return new AppError(code, message, Object.keys(details).length > 0 ? { details } : {})
}
