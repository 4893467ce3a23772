import type { ImageType } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'
import type { FileLimits } from '#server/domain/settings/settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ImageHead } from '#server/ports/previewer.ts'

/**
 * Refuses a file while it arrives when it is no accepted image, has more pixels than MAX_IMAGE_PIXELS, a side longer than
 * MAX_IMAGE_SIDE or more bytes than MAX_FILE_SIZE_MB (D4, D5).
 */
export function createFileInspector(
  { createHeadReader, limits }: Pick<Deps, 'createHeadReader'> & { readonly limits: FileLimits },
  fileName: string,
) {
  const readHead = createHeadReader()
  let head: ImageHead = { kind: 'unknown' }
  let bytes = 0

  function type(): ImageType {
    if (head.kind === 'image') return head.mimeType
    const found = bytes === 0 ? 'is empty' : 'is not a JPEG, PNG or WebP image'
    throw new AppError('UNSUPPORTED_IMAGE', `${fileName} ${found}`, { details: { fileName } })
  }

  return {
    /** Takes the next bytes. Returns whether the type is known now. */
    add(chunk: Buffer): boolean {
      head = readHead(chunk)
      bytes += chunk.length
      if (head.kind === 'unknown') return false
      type()
      checkPixels(head, fileName, limits)
      checkFileSize(bytes, fileName, limits)
      return true
    },
    type,
    /** What the bytes so far say. */
    get head() {
      return head
    },
  }
}

function checkPixels(head: ImageHead, fileName: string, limits: FileLimits): void {
  if (head.kind === 'image' && head.isTooComplex) {
    const message = `${fileName} has more segments than any camera writes`
    throw new AppError('IMAGE_TOO_COMPLEX', message, { details: { fileName } })
  }
  if (head.kind !== 'image' || head.size === undefined) return
  const { width, height } = head.size
  const refuse = (limit: number, allowed: string) =>
    new AppError('IMAGE_TOO_LARGE', `${fileName} has ${width} × ${height} pixels; ${allowed} allowed`, {
      details: { fileName, width, height, limit },
    })
  if (width * height > limits.imagePixels) throw refuse(limits.imagePixels, `at most ${limits.imagePixels} are`)
  if (Math.max(width, height) > limits.imageSide)
    throw refuse(limits.imageSide, `a side of at most ${limits.imageSide} is`)
}

/** AppError FILE_TOO_LARGE names the file. */
export function checkFileSize(bytes: number, fileName: string, { fileBytes: limit }: FileLimits): void {
  if (bytes <= limit) return
  const message = `${fileName} is larger than ${limit / 2 ** 20} MB`
  throw new AppError('FILE_TOO_LARGE', message, { details: { fileName, limit } })
}
