import { join } from 'node:path'
import type { Config } from './config.ts'
import type { FileStore } from './ports/file-store.ts'

/** The configured place of the files, for the service and for commands beside it. */
export async function openFiles({ dataDir, s3, secrets }: Config): Promise<FileStore> {
  // Only what is used is loaded: the client of the bucket takes longer than the rest of a small service's start.
  if (s3 === undefined || secrets.s3 === undefined) {
    const { openDiskFileStore } = await import('./adapters/files/disk-file-store.ts')
    return openDiskFileStore(dataDir)
  }
  const { openS3FileStore } = await import('./adapters/files/s3-file-store.ts')
  return openS3FileStore({ ...s3, ...secrets.s3 }, join(dataDir, 'spool'))
}
