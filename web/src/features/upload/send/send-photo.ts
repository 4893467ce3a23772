import { call } from '#web/api/client.ts'
import { sendBody } from '#web/api/send-body.ts'
import { checkReadable } from '#web/components/photos/is-readable.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { deliver, type Pauses } from './deliver.ts'

export interface Sending {
  readonly submissionId: string
  readonly signal: AbortSignal
  readonly pauses: Pauses
  readonly throughput: Throughput
}

interface PhotoToSend {
  readonly photo: Photo
  /** Its index in the submission. */
  readonly index: number
  /** Bytes that have arrived; undefined where the server has to be asked. */
  readonly arrived: number | undefined
  readonly onSent: (bytes: number) => void
}

/** Sends one photo, in parts on a slow connection; after a broken connection it resumes after the bytes that have arrived. */
export const sendPhoto = (sending: Sending, { photo, index, arrived, onSent }: PhotoToSend): Promise<void> => {
  let start = arrived
  const failed = () => {
    start = undefined
    slowDown(sending.throughput)
  }
  return deliver({ pauses: sending.pauses, failed }, async (moved) => {
    const file = photo.file
    start ??= await askArrived(sending, index, file.size)
    onSent(start)
    while (start < file.size) {
      start = await sendPart(sending, { file, index, start, onSent })
      moved()
    }
  })
}

const askArrived = async ({ submissionId, signal }: Sending, index: number, size: number): Promise<number> => {
  const { files } = await call('GET /api/upload/submissions/{submissionId}', { params: { submissionId }, signal })
  return files[index]?.status === 'arrived' ? size : (files[index]?.receivedBytes ?? 0)
}

interface Part {
  readonly file: File
  readonly index: number
  readonly start: number
  readonly onSent: (bytes: number) => void
}

/** Returns where the next part begins. */
const sendPart = async ({ submissionId, signal, throughput }: Sending, part: Part): Promise<number> => {
  const { file, index, start, onSent } = part
  await checkReadable(file)
  const end = start + nextPart(file.size - start, throughput)
  const isWhole = start === 0 && end === file.size
  const began = performance.now()
  await sendBody('PUT /api/upload/submissions/{submissionId}/files/{index}', {
    params: { submissionId, index },
    body: file.slice(start, end, 'application/octet-stream'),
    headers: isWhole ? {} : { 'content-range': `bytes ${start}-${end - 1}/${file.size}` },
    signal,
    onProgress: (sent) => onSent(start + Math.min(sent, end - start)),
  })
  // The answer to the last part has waited for the preview.
  if (end < file.size) recordPart(throughput, end - start, performance.now() - began)
  onSent(end)
  return end
}

/** The speed of the connection, measured by the last parts. */
interface Throughput {
  bytesPerSecond: number
}

const smallestPart = 256 * 2 ** 10
/** A connection that breaks costs at most what was sent in this time. */
const partSeconds = 2

/** Nothing is known: the first parts are of 512 KiB. Smaller ones say too little about a fast connection, larger ones are lost on a bad one. */
export const newThroughput = (): Throughput => ({ bytesPerSecond: 2 ** 19 / partSeconds })

/** Bytes to send next when this many of a photo are left: all of them on a fast connection. */
export const nextPart = (left: number, { bytesPerSecond }: Throughput): number => {
  const size = Math.max(smallestPart, Math.round(bytesPerSecond * partSeconds))
  return left < 1.5 * size ? left : size
}

export const recordPart = (throughput: Throughput, bytes: number, ms: number): void => {
  throughput.bytesPerSecond = (bytes * 1_000) / Math.max(1, ms)
}

/** A connection broke: the next parts are smaller until one has been measured. */
export const slowDown = (throughput: Throughput): void => {
  throughput.bytesPerSecond /= 2
}
