import { type SniffedType, sniffType } from './sniff-type.ts'

export interface UploadLimits {
  readonly maxFileSizeMb: number
  readonly maxImagesPerGroup: number
}

export interface Rejected {
  readonly name: string
  readonly size: number
  readonly reason: 'heic' | 'type' | 'size' | 'empty' | 'unreadable' | 'count'
}

const reasonOf = (type: SniffedType, file: File, limits: UploadLimits): Rejected['reason'] | undefined => {
  if (type === 'empty' || type === 'heic') return type
  if (type === 'other') return 'type'
  return file.size > limits.maxFileSizeMb * 2 ** 20 ? 'size' : undefined
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
    const type = await typeOf(file)
    const reason = type === 'unreadable' ? type : reasonOf(type, file, limits)
    if (reason) rejected.push({ name: file.name, size: file.size, reason })
    else if (taken + accepted.length >= limits.maxImagesPerGroup)
      rejected.push({ name: file.name, size: file.size, reason: 'count' })
    else accepted.push(file)
  }
  return { accepted, rejected }
}
