import { open } from 'node:fs/promises'
import { AppError } from '#server/domain/errors.ts'
import type { Decoding, ImageHead } from '#server/ports/previewer.ts'
import { createHeadReader } from './image-head.ts'

interface Limits {
  readonly maxPixels: number
  readonly maxSide: number
  readonly maxMemory: number
}

/** Returns what decoding an image takes. AppError for one that is not accepted, judged by its header. */
export async function checkImage(source: string, { maxPixels, maxSide, maxMemory }: Limits): Promise<Decoding> {
  const head = await readHead(source)
  if (head.kind !== 'image') throw new AppError('UNSUPPORTED_IMAGE', 'The file is not a JPEG, PNG or WebP image.')
  const { size, decoding, isTooComplex } = head
  if (isTooComplex) throw new AppError('IMAGE_TOO_COMPLEX', 'The image has more segments than any camera writes.')
  if (!size || !decoding) throw new AppError('DAMAGED_IMAGE', 'The image is damaged: its size cannot be read.')
  if (size.width * size.height > maxPixels) {
    throw new AppError(
      'IMAGE_TOO_LARGE',
      `The image has more pixels than the ${maxPixels / 1_000_000} million allowed.`,
    )
  }
  if (Math.max(size.width, size.height) > maxSide) {
    throw new AppError('IMAGE_TOO_LARGE', `The longer side of the image has more than the ${maxSide} pixels allowed.`)
  }
  if (!decoding.isShown) {
    throw new AppError('UNSUPPORTED_IMAGE', 'The JPEG uses arithmetic coding, which no browser shows.')
  }
  if (decoding.memory > maxMemory) {
    throw new AppError('IMAGE_TOO_COMPLEX', 'The image needs too much memory to decode, because of its size and kind.')
  }
  return decoding
}

async function readHead(source: string): Promise<ImageHead> {
  await using file = await open(source)
  const reader = createHeadReader()
  const buffer = Buffer.alloc(16 * 1024)
  for (;;) {
    const { bytesRead } = await file.read(buffer)
    const head = reader(buffer.subarray(0, bytesRead))
    if (bytesRead === 0 || head.kind === 'unsupported' || (head.kind === 'image' && (head.size || head.isTooComplex)))
      return head
  }
}
