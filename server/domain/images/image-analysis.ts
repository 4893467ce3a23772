/** What moderators want to know about a preview. */
export interface ImageAnalysis {
  /** 64 bits in hexadecimal digits; they differ in few places for pictures that look alike. */
  readonly perceptualHash: string
  /** Variance of the Laplacian where the picture is sharpest. */
  readonly sharpness: number
}

type Analysed = { readonly id: number; readonly imageAnalysis: ImageAnalysis | null }

/** Of 64 bits. A shift by a twentieth, a crop or other light changes up to 8; different pictures differ in about 20. */
const maxDistance = 8
const minSharpness = 30
/** One colour all over: neither blurred nor like anything. */
const plain = '0'.repeat(16)

const isPicture = (analysis: ImageAnalysis | null): analysis is ImageAnalysis =>
  analysis !== null && isPictureHash(analysis.perceptualHash)

/** Whether other pictures can look like it. */
export const isPictureHash = (hash: string): boolean => hash !== plain

export const isBlurred = ({ imageAnalysis }: Pick<Analysed, 'imageAnalysis'>): boolean =>
  isPicture(imageAnalysis) && imageAnalysis.sharpness < minSharpness

/** For each image that has any: the ids of those that look like it, in the order given. */
export function similarImages(images: readonly Analysed[]): Map<number, number[]> {
  const hashes = images.flatMap(({ id, imageAnalysis }) =>
    isPicture(imageAnalysis) ? [{ id, bits: bitsOf(imageAnalysis.perceptualHash) }] : [],
  )
  const similar = new Map<number, number[]>()
  for (const { id, bits } of hashes) {
    const others = hashes.filter((other) => other.id !== id && areSimilar(bits, other.bits)).map((other) => other.id)
    if (others.length > 0) similar.set(id, others)
  }
  return similar
}

export const countSimilarAndBlurred = (images: readonly Analysed[]) => ({
  similar: similarImages(images).size,
  blurred: images.filter(isBlurred).length,
})

export type HashBits = readonly [high: number, low: number]

export const bitsOf = (hash: string): HashBits => [
  Number.parseInt(hash.slice(0, 8), 16),
  Number.parseInt(hash.slice(8), 16),
]

export const areSimilar = (one: HashBits, other: HashBits): boolean =>
  ones(one[0] ^ other[0]) + ones(one[1] ^ other[1]) <= maxDistance

/** The number of bits that are set in 32: in pairs, in fours, in bytes, then all. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
