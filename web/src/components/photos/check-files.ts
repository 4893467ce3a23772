import { whilePreparing } from './convert/preparing.ts'
import { toJpeg } from './convert/to-jpeg.ts'
import { isComplete } from './is-complete.ts'
import { type SniffedType, sniffType } from './sniff-type.ts'

export interface UploadLimits {
  readonly maxFileSizeMb: number
  readonly maxImagesPerGroup: number
}

export interface Rejected {
  readonly name: string
  readonly size: number
  readonly reason: 'heic' | 'type' | 'size' | 'empty' | 'unreadable' | 'damaged' | 'count'
}

/** HEIC and AVIF become JPEG here; a file that cannot be decoded stays what it is. */
const sendable = async (file: File): Promise<{ file: File; type: Awaited<ReturnType<typeof typeOf>> }> => {
  const type = await typeOf(file)
  if (type !== 'heic' && type !== 'avif') return { file, type }
  return whilePreparing(toJpeg(file)).then(
    (jpeg) => ({ file: jpeg, type: 'image/jpeg' }),
    () => ({ file, type }),
  )
}

const reasonOf = async (
  { file, type }: Awaited<ReturnType<typeof sendable>>,
  limits: UploadLimits,
): Promise<Rejected['reason'] | undefined> => {
  if (type === 'empty' || type === 'heic' || type === 'unreadable') return type
  if (type === 'other' || type === 'avif') return 'type'
  if (file.size > limits.maxFileSizeMb * 2 ** 20) return 'size'
  const complete = await isComplete(file, type).catch(() => undefined)
  if (complete === undefined) return 'unreadable'
  return complete ? undefined : 'damaged'
}

const typeOf = async (file: File): Promise<SniffedType | 'unreadable'> =>
  file
    .slice(0, 16)
    .arrayBuffer()
    .then((head) => sniffType(new Uint8Array(head)))
    .catch(() => 'unreadable' as const)

/** Splits chosen files into those that can be sent and those that cannot, with the reason. `taken` photos exist already. */
export const checkFiles = async (
  files: readonly File[],
  limits: UploadLimits,
  taken: number,
): Promise<{ accepted: File[]; rejected: Rejected[] }> => {
  const accepted: File[] = []
  const rejected: Rejected[] = []
  for (const file of files) {
    const { name, size } = file
    const ready = await sendable(file)
    const reason = await reasonOf(ready, limits)
    if (reason) rejected.push({ name, size, reason })
    else if (taken + accepted.length >= limits.maxImagesPerGroup) rejected.push({ name, size, reason: 'count' })
    else accepted.push(ready.file)
  }
  return { accepted, rejected }
}
