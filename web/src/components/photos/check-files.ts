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

const reasonOf = async (file: File, limits: UploadLimits): Promise<Rejected['reason'] | undefined> => {
  const type = await typeOf(file)
  if (type === 'empty' || type === 'heic' || type === 'unreadable') return type
  if (type === 'other') return 'type'
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
    const reason = await reasonOf(file, limits)
    if (reason) rejected.push({ name: file.name, size: file.size, reason })
    else if (taken + accepted.length >= limits.maxImagesPerGroup)
      rejected.push({ name: file.name, size: file.size, reason: 'count' })
    else accepted.push(file)
  }
  return { accepted, rejected }
}
