import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '#server/errors.ts'

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
/** A visitor who reads slowly slows down the read from the bucket as well. */
const idleMs = 120_000
const sockets = 100

const quiet = () => undefined

export function createS3Client({ endpoint, region, accessKeyId, secretAccessKey }: Bucket): S3Client {
  const agent = { keepAlive: true, maxSockets: sockets }
  return new S3Client({
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
}

export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket'

const fullNames = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'])

const isLocal = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'ENOENT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Whether a failed call can succeed when it is repeated: the store is overloaded, or the connection broke. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError' || error instanceof TypeError || isLocal(error))
    return false
  if (!(error instanceof S3ServiceException)) return true
  const status = error.$metadata.httpStatusCode ?? 500
  return status >= 500 || status === 429 || status === 408
}

/** What a failed call means to the caller. */
export function toFailure(error: unknown): unknown {
  // Programming errors, and the local disk that files pass through.
  if (error instanceof AppError || error instanceof TypeError || isLocal(error)) return error
  if (error instanceof S3ServiceException && fullNames.has(error.name)) {
    return new AppError('STORAGE_FULL', 'There is no space left to store the files', { cause: error })
  }
  return new AppError('TEMPORARILY_UNAVAILABLE', 'The files cannot be reached right now', { cause: error })
}

export async function failing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toFailure(error)
  }
}
