import type { TSchema } from 'typebox'
import { ErrorBody, type ErrorStatus, errorCodes } from '#contract/operation/errors.ts'
import type { Operation } from '#contract/operation/operation.ts'
import { commonCodes, errorStatuses, possibleCodes } from '#contract/operation/possible-codes.ts'
import { type Json, type NamedSchemas, plainSchema } from './openapi-schemas.ts'
import { successTexts } from './openapi-texts.ts'

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
/** Of draft-ietf-httpapi-ratelimit-headers-10; a management route sends them with every answer. */
const rateLimit = {
  RateLimit: {
    description: 'Requests left and seconds until the window ends: `"management";r=3;t=1200`.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Limit and window in seconds: `"management";q=10;w=3600`.',
    schema: { type: 'string' },
  },
}
const etag = { ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' } } }

const isNull = (schema: TSchema): boolean => 'type' in schema && schema.type === 'null'

function errorText(entry: Operation, status: ErrorStatus): string {
  const codes = possibleCodes(entry, status).map((code) => `\`${code}\``)
  return `Possible codes: ${codes.join(', ')}.`
}

function contentOf(entry: Operation, schema: TSchema, named: NamedSchemas): Json {
  if (isNull(schema)) return {}
  const first = { [entry.produces ?? 'application/json']: { schema: plainSchema(schema, named) } }
  const second = entry.alsoProduces ? { [entry.alsoProduces]: { schema: { type: 'string' } } } : {}
  return { content: { ...first, ...second } }
}

const headersOf = ({ access, url }: Operation, status: ErrorStatus): Json => {
  if (status !== 429 && status !== 503) return {}
  const limited = status === 429 && (access === 'token' || url.startsWith('/api/upload'))
  return { headers: { ...retryAfter, ...(limited && rateLimit) } }
}

const errorResponse = (entry: Operation, status: ErrorStatus, named: NamedSchemas): Json => ({
  description: errorText(entry, status),
  ...headersOf(entry, status),
  ...contentOf({ ...entry, produces: 'application/json' }, ErrorBody, named),
})

const ownResponse = (entry: Operation, status: string, named: NamedSchemas): Json => ({
  description: successTexts[status] ?? errorText(entry, Number(status) as ErrorStatus),
  ...(304 in entry.responses && { headers: etag }),
  ...contentOf(entry, entry.responses[Number(status)] as TSchema, named),
})

/** All answers of an operation by status, and `default` for those that any operation can give. */
export function responsesOf(entry: Operation, named: NamedSchemas): Json {
  const errors = errorStatuses(entry).map((status) => [status, errorResponse(entry, status, named)])
  const own = Object.keys(entry.responses).map((status) => [status, ownResponse(entry, status, named)])
  const common = commonCodes.map((code) => `\`${code}\` (${errorCodes[code][0]})`).join(', ')
  return {
    ...Object.fromEntries([...errors, ...own]),
    default: {
      description: `Any operation can also answer ${common}.`,
      content: { 'application/json': { schema: plainSchema(ErrorBody, named) } },
    },
  }
}
