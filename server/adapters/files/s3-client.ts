import { Readable } from 'node:stream'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AppError, errorCodeOf, messageOf } from '#server/domain/errors.ts'

export interface Bucket {
  readonly bucket: string
  /** undefined: Amazon's own for the region. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const connectMs = 3_000
/** Until the response starts; sending a file has more time. */
const answerMs = 10_000
/** Below the minute after which proxies give up, and longer than a file being sent may stall: that is not retried. */
const defaultIdleMs = 20_000
const sockets = 100

const quiet = () => undefined

/** A connection on which nothing has moved for `idleMs` breaks while a request or its answer is unfinished. */
export function createS3Client(
  { endpoint, region, accessKeyId, secretAccessKey }: Bucket,
  idleMs = defaultIdleMs,
): S3Client {
  const agent = { keepAlive: true, maxSockets: sockets }
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than Amazon's have no host name for each bucket, and many do not know the newer checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Failures are logged by the service.
    logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  repeatAfterClockJumps(client)
  return client
}

/**
 * The client takes over the store's time from a refusal. It would repeat only the request that brought it, and not after
 * an outage that used up its retries.
 */
function repeatAfterClockJumps({ config, middlewareStack }: S3Client): void {
  middlewareStack.addRelativeTo(
    <Args extends object, Result>(next: (args: Args) => Promise<Result>) =>
      async (args: Args) => {
        const offset = config.systemClockOffset
        try {
          return await next(args)
        } catch (error) {
          const { request } = args as { request?: { body?: unknown } }
          if (config.systemClockOffset === offset || request?.body instanceof Readable) throw error
          return next(args)
        }
      },
    { relation: 'before', toMiddleware: 'httpSigningMiddleware', name: 'repeatAfterClockJump' },
  )
}

const skewed = new Set(['RequestTimeTooSkewed', 'RequestExpired', 'RequestInTheFuture'])

/** The clock of this machine has jumped since the last answer of the store. */
const isSkewed = (error: unknown): boolean => error instanceof S3ServiceException && skewed.has(error.name)

export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket'

const fullNames = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'])

const isLocal = (error: unknown) => ['ENOSPC', 'EDQUOT', 'ENOENT', 'EROFS'].includes(errorCodeOf(error))

/** Whether a failed call can succeed when it is repeated: the store is overloaded, the connection broke or a clock jumped. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError' || error instanceof TypeError || isLocal(error))
    return false
  if (!(error instanceof S3ServiceException) || isSkewed(error)) return true
  const status = error.$metadata.httpStatusCode ?? 500
  return status >= 500 || status === 429 || status === 408
}

const problems: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET: there is no such bucket',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID: the store does not know the key',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY is not the secret of the key',
  AccessDenied: 'S3_ACCESS_KEY_ID: the key may not list, write and delete in the bucket',
  PermanentRedirect: 'S3_REGION: the bucket is in another region',
  AuthorizationHeaderMalformed: 'S3_REGION: the bucket is in another region',
}

/** The setting that is wrong when a call fails like this; undefined when the store may answer later. */
export function settingsProblem(error: unknown): string | undefined {
  const cause = error instanceof AppError ? error.cause : error
  if (cause instanceof S3ServiceException) return problems[cause.name] && `${problems[cause.name]} (${cause.name})`
  const code = errorCodeOf(cause)
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code)) return `S3_ENDPOINT: ${messageOf(cause)} (${code})`
  return undefined
}

/** Turns a failed call into the error for the caller. */
export function toFailure(error: unknown): unknown {
  // Programming errors, and the local disk that files pass through.
  if (error instanceof AppError || error instanceof TypeError || isLocal(error)) return error
  if (error instanceof S3ServiceException && fullNames.has(error.name)) {
    return new AppError('STORAGE_FULL', 'There is no space left to store the files', { cause: error })
  }
  return new AppError('TEMPORARILY_UNAVAILABLE', 'The files cannot be reached right now', { cause: error })
}

export async function withFailures<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toFailure(error)
  }
}
