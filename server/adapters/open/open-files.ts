import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import { OperatorError } from '#server/domain/errors.ts'
import type { FileStore } from '#server/ports/file-store.ts'

const versionsStay =
  'the bucket keeps versions, and no rule removes old ones: photos that were deleted or made unrecognisable stay in it (docs/operations.md, Backup)'

/**
 * The configured place of the files, for the service and for commands beside it. OperatorError for a wrong bucket or
 * key; a store that does not answer may do so later.
 */
export async function openFiles({ dataDir, s3, secrets }: Config, log?: Logger): Promise<FileStore> {
  // Only what is used is loaded: the client of the bucket takes longer than the rest of a small service's start.
  if (s3 === undefined || secrets.s3 === undefined) {
    const { openDiskFileStore } = await import('#server/adapters/files/disk-file-store.ts')
    return openDiskFileStore(dataDir)
  }
  const { openS3FileStore } = await import('#server/adapters/files/s3-file-store.ts')
  const { settingsProblem } = await import('#server/adapters/files/s3-client.ts')
  const files = await openS3FileStore({ ...s3, ...secrets.s3 }, join(dataDir, 'spool'))
  try {
    await files.verify()
    if (log && (await files.keepsVersionsForever())) log.warn(versionsStay)
  } catch (err) {
    const problem = settingsProblem(err)
    if (problem !== undefined) {
      await files[Symbol.asyncDispose]()
      throw new OperatorError(problem, { cause: err })
    }
    log?.warn({ err }, 'the bucket does not answer: the service is not ready until it does')
  }
  return files
}
