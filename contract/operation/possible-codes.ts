import { isServedOnPublicHost } from '#contract/site/public-host.ts'
import { needsSession } from './access.ts'
import { type ErrorCode, type ErrorStatus, errorCodes, imageRefusals, statusOf } from './errors.ts'
import { asksForExhibition, type Operation } from './operation.ts'

const roleCodes = ['SESSION_REQUIRED', 'PASSWORD_CHANGE_REQUIRED', 'SECOND_FACTOR_MISSING', 'ROLE_REQUIRED'] as const
const accessCodes = {
  public: [],
  token: ['IP_BANNED', 'RATE_LIMITED'],
  session: ['SESSION_REQUIRED'],
  auditor: ['SESSION_REQUIRED', 'PASSWORD_CHANGE_REQUIRED', 'SECOND_FACTOR_MISSING'],
  oversight: roleCodes,
  moderator: roleCodes,
  admin: roleCodes,
} as const satisfies Record<Operation['access'], readonly ErrorCode[]>

const jsonCodes: ErrorCode[] = ['MALFORMED_JSON', 'INVALID_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
const imageCodes: ErrorCode[] = ['MALFORMED_MULTIPART', ...imageRefusals, 'UNSUPPORTED_MEDIA_TYPE']
const multipartCodes: ErrorCode[] = [...imageCodes, 'TOO_MANY_PARTS', 'BODY_TOO_LARGE', 'STORAGE_FULL']

const codesOfBody = (entry: Operation): readonly ErrorCode[] => {
  if (entry.multipart) return multipartCodes
  if (entry.bytes) return imageCodes
  return entry.body ? jsonCodes : []
}

/** Writes with a session need the header `X-CSRF-Token`. */
export const needsCsrf = (entry: Operation): boolean => entry.method !== 'GET' && needsSession(entry.access)

/** Codes that any operation can answer, whatever it is. */
export const commonCodes: readonly ErrorCode[] = [
  'MALFORMED_REQUEST',
  // A path with a part that is no valid one of a URL.
  'NOT_FOUND',
  // The operation takes no body.
  'MALFORMED_JSON',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'TEMPORARILY_UNAVAILABLE',
  'STORAGE_FULL',
]

/** The codes that follow from access, path, query and body of an operation, and its own. */
function ownCodes(entry: Operation): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([
    ...accessCodes[entry.access],
    ...codesOfBody(entry),
    ...(entry.codes ?? []),
    'INTERNAL_ERROR',
  ])
  if (entry.sessionOptional && !entry.codes?.includes('SESSION_REQUIRED')) codes.delete('SESSION_REQUIRED')
  if (entry.withoutFactor) codes.delete('SECOND_FACTOR_MISSING')
  if (entry.query || entry.headers) codes.add('INVALID_PARAMETER')
  if (needsSession(entry.access) && asksForExhibition(entry)) codes.add('EXHIBITION_NOT_FOUND')
  if (needsCsrf(entry)) codes.add('CSRF_INVALID')
  if (entry.confirmed) codes.add('REAUTHENTICATION_REQUIRED')
  if (!isServedOnPublicHost(entry.url)) codes.add('HOST_BLOCKED')
  if (/^\/api\/(manage|upload)\b/.test(entry.url)) codes.add('CROSS_SITE')
  if (entry.url.includes('{submissionId}')) codes.add('SUBMISSION_NOT_FOUND')
  if (entry.url.includes('{imageId}')) codes.add('IMAGE_NOT_FOUND')
  if (!entry.withoutGroups) {
    codes.add('MIGRATION_FAILED')
    if (/\{(token|groupId)\}/.test(entry.url)) codes.add('GROUP_NOT_FOUND')
  }
  return codes
}

/** The error codes that an operation can answer with a status, in the order of the table of codes. */
export function possibleCodes(entry: Operation, status: ErrorStatus): ErrorCode[] {
  const codes = ownCodes(entry)
  return (Object.keys(errorCodes) as ErrorCode[]).filter(
    (code) => codes.has(code) && statusOf(code, entry.codeStatus) === status,
  )
}

/** Those of its codes: every body can be too large or of another type, and one of JSON malformed. */
export function errorStatuses(entry: Operation): readonly ErrorStatus[] {
  const { body, multipart, bytes, codeStatus } = entry
  const ofBody: readonly ErrorStatus[] = body || bytes ? [413, 415] : []
  const ofJson: readonly ErrorStatus[] = body && !multipart && !bytes ? [400] : []
  const own = [...ownCodes(entry)].map((code) => statusOf(code, codeStatus))
  return [...new Set([...own, ...ofBody, ...ofJson, 500 as const])].toSorted((a, b) => a - b)
}
