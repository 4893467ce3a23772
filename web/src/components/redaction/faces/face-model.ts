import { filtered, type Layer, mixing, neighbourhoods, pixels } from './layers.ts'

/** One entry of the model's manifest: a list of numbers, stored as one byte each. */
interface StoredWeights {
  readonly name: string
  readonly shape: readonly number[]
  readonly quantization: { readonly scale: number; readonly min: number }
}

export interface FaceModel {
  readonly layers: readonly Layer[]
  readonly output: Layer
}

/** The model from its file and the manifest that describes it. */
export function readFaceModel(bytes: Uint8Array, stored: readonly StoredWeights[]): FaceModel {
  const weights = new Map<string, Float32Array>()
  let offset = 0
  for (const { name, shape, quantization } of stored) {
    const size = shape.reduce((product, side) => product * side, 1)
    const { scale, min } = quantization
    weights.set(
      name,
      Float32Array.from(bytes.subarray(offset, offset + size), (byte) => byte * scale + min),
    )
    offset += size
  }
  if (bytes.length !== offset) throw new Error(`The model has ${bytes.length} bytes, not ${offset}`)
  const part = (name: string) => {
    const values = weights.get(name)
    if (!values) throw new Error(`The model lacks ${name}`)
    return values
  }
  const layer = (n: number) =>
    mixing(filtered(part(`conv${n}/depthwise_filter`)), part(`conv${n}/pointwise_filter`), part(`conv${n}/bias`))
  return {
    layers: [mixing(neighbourhoods, part('conv0/filters'), part('conv0/bias')), ...[1, 2, 3, 4, 5].map(layer)],
    output: mixing(pixels, part('conv8/filters'), part('conv8/bias')),
  }
}
