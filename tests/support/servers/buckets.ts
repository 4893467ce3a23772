import { randomUUID } from 'node:crypto'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { type Bucket, createS3Client } from '#server/adapters/files/s3-client.ts'
import type { S3Server } from './s3-server.ts'

/** A new empty bucket, removed with the server. */
export async function newBucket(server: S3Server): Promise<Bucket & { endpoint: string }> {
  const bucket = { bucket: `werkschau-${randomUUID()}`, region: 'us-east-1', ...server }
  const s3 = createS3Client(bucket)
  await s3.send(new CreateBucketCommand({ Bucket: bucket.bucket }))
  s3.destroy()
  return bucket
}

/** The variables that make the service use the bucket. */
export const bucketVariables = (bucket: Bucket & { endpoint: string }): Record<string, string> => ({
  S3_BUCKET: bucket.bucket,
  S3_ENDPOINT: bucket.endpoint,
  S3_REGION: bucket.region,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
})
