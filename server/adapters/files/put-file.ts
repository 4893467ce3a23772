import type { ReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { isRetryable } from './s3-client.ts'

const requestMs = 10 * 60_000
/** Five resets in a row happen where each eighth request is reset. */
const retryDelaysMs = [50, 150, 300, 1_000, 2_000]

interface FilePut {
  readonly Bucket: string
  readonly Key: string
  readonly ContentType: string | undefined
  readonly path: string
  /** Gives up when the store reads nothing for this long. */
  readonly stallMs: number
}

/** Sends a local file to the bucket. The client retries no streams, so each attempt here gets a stream of its own. */
export async function putFile(s3: S3Client, put: FilePut): Promise<void> {
  const { size } = await stat(put.path)
  for (const delayMs of retryDelaysMs) {
    try {
      return await attempt(s3, put, size)
    } catch (error) {
      if (!isRetryable(error)) throw error
      await sleep(delayMs)
    }
  }
  await attempt(s3, put, size)
}

async function attempt(s3: S3Client, { path, stallMs, ...object }: FilePut, size: number): Promise<void> {
  const file = await open(path)
  const Body = file.createReadStream({ highWaterMark: 2 ** 18 })
  // The client does not listen while it connects, and an unhandled error ends the process.
  Body.on('error', () => undefined)
  using watch = watchForStall(Body, stallMs)
  try {
    const command = new PutObjectCommand({ ...object, Body, ContentLength: size })
    await s3.send(command, { requestTimeout: requestMs, abortSignal: watch.signal })
  } finally {
    Body.destroy()
  }
}

interface StallWatch extends Disposable {
  /** Aborted when nothing was read for this long; the time after the last byte counts too. */
  readonly signal: AbortSignal
}

/** Watches whether `body` is still being read. */
function watchForStall(body: ReadStream, stallMs: number): StallWatch {
  const stalled = new AbortController()
  let bytesRead = 0
  let since = performance.now()
  const timer = setInterval(() => {
    if (body.bytesRead !== bytesRead) {
      bytesRead = body.bytesRead
      since = performance.now()
    } else if (performance.now() - since > stallMs) stalled.abort()
  }, stallMs / 10)
  return { signal: stalled.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
