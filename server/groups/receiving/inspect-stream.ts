import type { ImageType } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'
import type { FileLimits } from '#server/domain/settings/settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ImageHead } from '#server/ports/previewer.ts'

/**
 * Reads enough of `content` to identify it; `chunks` is the whole content. Both refuse, while it arrives, what is
 * no accepted image, has more pixels than MAX_IMAGE_PIXELS, a side longer than MAX_IMAGE_SIDE or more bytes than MAX_FILE_SIZE_MB (D4, D5).
 */
export async function inspectStream(
  { createHeadReader, limits }: Pick<Deps, 'createHeadReader'> & { readonly limits: FileLimits },
  originalName: string,
  content: AsyncIterable<Buffer>,
): Promise<{ type: ImageType; chunks: AsyncIterable<Buffer> }> {
  const source = content[Symbol.asyncIterator]()
  const readHead = createHeadReader()
  const first: Buffer[] = []
  let head: ImageHead = { kind: 'unknown' }
  while (head.kind === 'unknown') {
    const { done, value } = await source.next()
    if (done) break
    first.push(value)
    head = readHead(value)
  }
  if (head.kind !== 'image') {
    const found = first.length === 0 ? 'is empty' : 'is not a JPEG, PNG or WebP image'
    throw new AppError('UNSUPPORTED_IMAGE', `${originalName} ${found}`, { details: { fileName: originalName } })
  }
  const type = head.mimeType

  async function* chunks() {
    let bytes = 0
    const check = (chunk: Buffer) => {
      checkPixels(head, originalName, limits)
      bytes += chunk.length
      checkFileSize(bytes, originalName, limits)
      return chunk
    }
    for (const chunk of first) yield check(chunk)
    for (let next = await source.next(); !next.done; next = await source.next()) {
      head = readHead(next.value)
      yield check(next.value)
    }
  }
  return { type, chunks: chunks() }
}

function checkPixels(head: ImageHead, fileName: string, limits: FileLimits): void {
  if (head.kind === 'image' && head.isTooComplex) {
    throw new AppError('IMAGE_TOO_COMPLEX', `${fileName} has more segments than any camera writes`, {
      details: { fileName },
    })
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
  throw new AppError('FILE_TOO_LARGE', `${fileName} is larger than ${limit / 2 ** 20} MB`, {
    details: { fileName, limit },
  })
}
