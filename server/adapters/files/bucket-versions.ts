import {
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'

/** Whether the bucket keeps versions of removed files and no rule ends them. False where the key may not ask. */
export async function keepsVersionsForever(s3: S3Client, Bucket: string): Promise<boolean> {
  try {
    const { Status } = await s3.send(new GetBucketVersioningCommand({ Bucket }))
    return Status === 'Enabled' && !(await endsVersions(s3, Bucket))
  } catch {
    return false
  }
}

async function endsVersions(s3: S3Client, Bucket: string): Promise<boolean> {
  try {
    const { Rules = [] } = await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
    return Rules.some(({ Status, NoncurrentVersionExpiration }) => Status === 'Enabled' && NoncurrentVersionExpiration)
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchLifecycleConfiguration') return false
    throw error
  }
}
