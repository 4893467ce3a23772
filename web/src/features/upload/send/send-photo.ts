import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { sendBody } from '#web/api/send-body.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { deliver } from './deliver.ts'
import type { Pauses } from './pauses.ts'
import { nextPart, recordPart, slowDown, type Throughput } from './throughput.ts'

export interface Sending {
  readonly submissionId: string
  readonly signal: AbortSignal
  readonly pauses: Pauses
  readonly throughput: Throughput
}

export interface PhotoToSend {
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
  const failed = async () => {
    start = undefined
    slowDown(sending.throughput)
    await checkReadable(photo.file)
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

/** A file that the browser cannot read looks like a broken connection. */
const checkReadable = async (file: File): Promise<void> => {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    const details = { fileName: file.name }
    throw new ApiError({ status: 400, code: 'DAMAGED_IMAGE', message: file.name, retryAfter: undefined, details })
  }
}
