import type { TSchema } from 'typebox'
import { imageTypeNames } from '#contract/limits.ts'
import { ErrorBody, type ErrorStatus, errorCodes } from '#contract/operation/errors.ts'
import type { Operation } from '#contract/operation/operation.ts'
import { commonCodes, errorStatuses, needsCsrf, possibleCodes } from '#contract/operation/possible-codes.ts'
import { type Json, type NamedSchemas, plainSchema } from './openapi-schemas.ts'
import { beyondSpecification, documentDescription, sectionDescriptions, successTexts } from './openapi-texts.ts'

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Admin session, set by login or setup.' },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'From login, setup or GET /auth/csrf-token; needed for every write with a session.',
  },
}

interface Properties {
  properties?: Json
  required?: string[]
}

function parametersOf(place: 'path' | 'query' | 'header', schema: TSchema | undefined, named: NamedSchemas): Json[] {
  const { properties = {}, required = [] }: Properties = schema ?? {}
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = plainSchema(property, named) as Json
    return { name, in: place, required: required.includes(name), ...(description ? { description } : {}), schema: rest }
  })
}

/** The content types of the file parts: those whose schema speaks of bytes. */
function encodingOf(body: Properties): Json {
  const files = Object.entries(body.properties ?? {}).filter(([, part]) =>
    JSON.stringify(part).includes('octet-stream'),
  )
  return Object.fromEntries(files.map(([name]) => [name, { contentType: imageTypeNames.join(', ') }]))
}

function bodyOf(entry: Operation, named: NamedSchemas): Json {
  if (!entry.body) return {}
  const schema = plainSchema(entry.body, named)
  const content = entry.multipart
    ? { 'multipart/form-data': { schema, encoding: encodingOf(entry.body) } }
    : { [entry.bytes ? 'application/octet-stream' : 'application/json']: { schema } }
  return { requestBody: { required: !entry.bodyOptional, content } }
}

function securityOf(entry: Operation): Json[] {
  if (entry.access === 'public' || entry.access === 'token') return []
  const withSession = { session: [], ...(needsCsrf(entry) && { csrfToken: [] }) }
  return entry.sessionOptional ? [withSession, {}] : [withSession]
}

function usedSecuritySchemes(operations: readonly Operation[]): Json {
  const used = operations.flatMap(securityOf).flatMap((requirement) => Object.keys(requirement))
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.includes(name)))
}

const sectionOf = ({ section = beyondSpecification }: Operation): string => section

const operationObject = (name: string, entry: Operation, named: NamedSchemas): Json => ({
  operationId: name,
  tags: [sectionOf(entry)],
  summary: entry.summary,
  ...(entry.description && { description: entry.description }),
  security: securityOf(entry),
  parameters: [
    ...parametersOf('path', entry.params, named),
    ...parametersOf('query', entry.query, named),
    ...parametersOf('header', entry.headers, named),
  ],
  ...bodyOf(entry, named),
  responses: responsesOf(entry, named),
})

/** The version that the specification gives the interface; the service has a release of its own. */
const interfaceVersion = '1.0.0'

/** The OpenAPI 3.1 document of the operations given by name: pass those that the server registered, and its release. */
export function openApiDocument(operations: Readonly<Record<string, Operation>>, release: string) {
  const named: NamedSchemas = new Map()
  const paths: Record<string, Json> = {}
  for (const [name, entry] of Object.entries(operations)) {
    paths[entry.url] = { ...paths[entry.url], [entry.method.toLowerCase()]: operationObject(name, entry, named) }
  }
  const sections = [...new Set(Object.values(operations).map(sectionOf))]
  const schemas = Object.fromEntries([...named].sort(([a], [b]) => a.localeCompare(b)))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Werkschau',
      version: interfaceVersion,
      description: `${documentDescription}\nDescribed by release ${release} of the service.\n`,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: sections.map((name) => ({ name, description: sectionDescriptions[name] })),
    paths,
    components: { securitySchemes: usedSecuritySchemes(Object.values(operations)), schemas },
  }
}

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
function responsesOf(entry: Operation, named: NamedSchemas): Json {
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
