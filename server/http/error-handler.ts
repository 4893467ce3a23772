import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type ErrorBody, type ErrorCode, statusOf } from '#contract/operation/errors.ts'
import { AppError, errorCodeOf } from '#server/domain/errors.ts'
import { fromValidation } from '#server/domain/text/validation-error.ts'
import { STATUS_CODES } from './node-http.ts'
import { maskTokens } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's failure, for the logs. */
    failure: AppError | undefined
  }
}

/** The one body of every error (D1). */
export const errorBody = (
  { code, message, details }: Pick<AppError, 'code' | 'message' | 'details'>,
  status: number = statusOf(code),
): ErrorBody => ({
  success: false,
  error: STATUS_CODES[status] ?? 'Error',
  code,
  message,
  ...(code === 'SECOND_FACTOR_REQUIRED' && typeof details?.challenge === 'string' && { challenge: details.challenge }),
  ...(details && { details }),
})

/** On every answer; pages add their Content-Security-Policy. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

const frameworkErrors: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'This path does not take the content type of the request'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['BODY_TOO_LARGE', 'The body is larger than this path takes'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['MALFORMED_JSON', 'The body does not have the length that Content-Length says'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['MALFORMED_JSON', 'The body is not valid JSON'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['MALFORMED_JSON', 'The body is empty'],
  FST_STATIC_FORBIDDEN_PATH: ['NOT_FOUND', 'Nothing is at this path'],
  FST_ERR_BAD_URL: ['NOT_FOUND', 'The path is not a valid URL'],
  FST_ERR_MAX_PARAM_LENGTH: ['URI_TOO_LONG', 'A part of the path is too long'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'The content type must be multipart/form-data'],
  FST_PARTS_LIMIT: ['TOO_MANY_PARTS', 'The form has too many parts'],
  FST_FILES_LIMIT: ['TOO_MANY_IMAGES', 'The form has too many files'],
  FST_PROTO_VIOLATION: ['MALFORMED_MULTIPART', 'The form has a part with a forbidden name'],
  ECONNRESET: ['MALFORMED_REQUEST', 'The request ended before its body did'],
}

/** Failures that the static file server reports by status only. */
const statusErrors: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  403: ['NOT_FOUND', 'Nothing is at this path'],
  412: ['PRECONDITION_FAILED', 'The file is not the version that the request header names'],
  416: ['RANGE_NOT_SATISFIABLE', 'The range is outside the file'],
}

const brokenForm = /^(Unexpected end of multipart data|\w+ terminated early due to unexpected end of multipart data)$/

const systemErrors: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOSPC: ['STORAGE_FULL', 'There is no space left to store the files'],
  EDQUOT: ['STORAGE_FULL', 'There is no space left to store the files'],
  EROFS: ['TEMPORARILY_UNAVAILABLE', 'The files cannot be written right now'],
}

/** An error as the caller sees it: never a stack, an SQL text or a path (D1). */
export function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error
  if ('validation' in error && error.validation) return fromValidation(error)
  const { code = '', statusCode = 0 }: Partial<FastifyError> = error
  const known = frameworkErrors[code] ?? statusErrors[statusCode]
  if (known) return new AppError(known[0], known[1], { cause: error })
  // Reading the content of a part can throw the parser's errors.
  if (brokenForm.test(error.message)) {
    return new AppError('MALFORMED_MULTIPART', 'The form is broken or was cut off before its end', { cause: error })
  }
  const system = systemErrors[errorCodeOf(error)]
  if (system) return new AppError(system[0], system[1], { cause: error })
  if (error instanceof SyntaxError && statusCode === 400) {
    return new AppError('MALFORMED_JSON', 'The body is not valid JSON', { cause: error })
  }
  return new AppError('INTERNAL_ERROR', 'Something unexpected went wrong', { cause: error })
}

/** A message may repeat what the client sent, such as a file name, unless that is the token in the path. */
function withoutToken(body: ErrorBody, { params }: FastifyRequest): ErrorBody {
  const { token, submissionId }: { token?: string; submissionId?: string } = params ?? {}
  const secret = token ?? submissionId ?? ''
  const masked = maskTokens(secret)
  return masked === secret ? body : JSON.parse(JSON.stringify(body).replaceAll(secret, masked))
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const status = statusOf(error.code, reply.request.routeOptions?.config.operation?.codeStatus)
  const retryAfter = error.details?.retryAfter ?? (status === 503 ? 5 : undefined)
  if (typeof retryAfter === 'number') reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))
  reply
    .status(status)
    .headers({ ...securityHeaders, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
  return reply.send(withoutToken(errorBody(error, status), reply.request))
}

export function handleErrors(http: FastifyInstance, log: Logger): void {
  http.decorateRequest('failure', undefined)
  http.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const appError = toAppError(error)
    request.failure = appError
    // An outage is one failure for the log, whatever its cause says each time.
    const err = appError.code === 'TEMPORARILY_UNAVAILABLE' ? appError : (appError.cause ?? appError)
    if (statusOf(appError.code) >= 500 && !appError.isRoutine) log.error({ err }, 'request failed')
    return sendError(reply, appError)
  })
}
