/** Values row by row, pixel by pixel, channel by channel. */
export interface FeatureMap {
  readonly data: Float32Array
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** What a layer sees of a row, pixel by pixel. */
type View = (map: FeatureMap, y: number) => Float32Array

/** Mixes what it sees of each pixel. */
export interface Layer {
  readonly view: View
  /** By four channels of the output, value seen, and channel: computed four at a time it is several times as fast. */
  readonly mix: Float32Array
  /** By channel of the output, filled up to a multiple of four. */
  readonly bias: Float32Array
}

/** A layer from weights by value seen and channel of the output. */
export function mixing(view: View, mix: Float32Array, bias: Float32Array): Layer {
  const outputs = Math.ceil(bias.length / 4) * 4
  const inputs = mix.length / bias.length
  const [filled, inFours] = [new Float32Array(outputs), new Float32Array(inputs * outputs)]
  filled.set(bias)
  for (let i = 0; i < inputs; i++)
    for (let o = 0; o < bias.length; o++)
      inFours[(o - (o % 4)) * inputs + i * 4 + (o % 4)] = mix[i * bias.length + o] ?? 0
  return { view, mix: inFours, bias: filled }
}

export const pixels: View = ({ data, width, channels }, y) =>
  data.subarray(y * width * channels, (y + 1) * width * channels)

/** Calls back for the part of a row that each of its 3 × 3 neighbours covers. What is outside of the map counts as 0. */
function eachNeighbour(
  { width, height }: FeatureMap,
  y: number,
  use: (
    n: number,
    row: number,
    columns: { readonly first: number; readonly end: number; readonly shift: number },
  ) => void,
): void {
  for (let n = 0; n < 9; n++) {
    const row = y + Math.floor(n / 3) - 1
    const shift = (n % 3) - 1
    if (row >= 0 && row < height)
      use(n, row, { first: Math.max(0, -shift), end: Math.min(width, width - shift), shift })
  }
}

/** Each pixel and its neighbours, 3 × 3, with all their channels. */
export const neighbourhoods: View = (map, y) => {
  const { data, width, channels } = map
  const seen = new Float32Array(width * 9 * channels)
  eachNeighbour(map, y, (n, row, { first, end, shift }) => {
    for (let x = first; x < end; x++) {
      const from = (row * width + x + shift) * channels
      for (let c = 0; c < channels; c++) seen[(x * 9 + n) * channels + c] = data[from + c] ?? 0
    }
  })
  return seen
}

/** A 3 × 3 filter for each channel, by row, column and channel. */
export const filtered =
  (filter: Float32Array): View =>
  (map, y) => {
    const { data, width, channels } = map
    const seen = new Float32Array(width * channels)
    eachNeighbour(map, y, (n, row, { first, end, shift }) => {
      for (let x = first; x < end; x++) {
        const from = (row * width + x + shift) * channels
        for (let c = 0; c < channels; c++) {
          const at = x * channels + c
          seen[at] = (seen[at] ?? 0) + (data[from + c] ?? 0) * (filter[n * channels + c] ?? 0)
        }
      }
    })
    return seen
  }

/** Writes one row of the layer's output to `row`. */
function mixRow(input: FeatureMap, { view, mix, bias }: Layer, { y, row }: { y: number; row: Float32Array }): void {
  const seen = view(input, y)
  const inputs = seen.length / input.width
  const outputs = bias.length
  for (let x = 0; x < input.width; x++)
    for (let o = 0; o < outputs; o += 4) {
      let [a = 0, b = 0, c = 0, d = 0] = [bias[o], bias[o + 1], bias[o + 2], bias[o + 3]]
      let weight = o * inputs
      const end = (x + 1) * inputs
      for (let i = x * inputs; i < end; i++) {
        const value = seen[i] ?? 0
        a += value * (mix[weight] ?? 0)
        b += value * (mix[weight + 1] ?? 0)
        c += value * (mix[weight + 2] ?? 0)
        d += value * (mix[weight + 3] ?? 0)
        weight += 4
      }
      const to = x * outputs + o
      row[to] = a
      row[to + 1] = b
      row[to + 2] = c
      row[to + 3] = d
    }
}

/** The layer's output. */
export function convolve(input: FeatureMap, layer: Layer): FeatureMap {
  const { width, height } = input
  const channels = layer.bias.length
  const data = new Float32Array(width * height * channels)
  const size = width * channels
  for (let y = 0; y < height; y++) mixRow(input, layer, { y, row: data.subarray(y * size, (y + 1) * size) })
  return { data, width, height, channels }
}

/** The largest of each 2 × 2 values of the layer's output, after its activation. Holds two rows of the output at a time. */
export function convolveAndPool(input: FeatureMap, layer: Layer, stride: 1 | 2): FeatureMap {
  const channels = layer.bias.length
  const [width, height] = [Math.ceil(input.width / stride), Math.ceil(input.height / stride)]
  const data = new Float32Array(width * height * channels)
  const [upper, lower] = [new Float32Array(input.width * channels), new Float32Array(input.width * channels)]
  for (let y = 0; y < height; y++) {
    mixRow(input, layer, { y: y * stride, row: upper })
    mixRow(input, layer, { y: Math.min(y * stride + 1, input.height - 1), row: lower })
    for (let x = 0; x < width; x++) {
      const left = x * stride * channels
      const right = Math.min(x * stride + 1, input.width - 1) * channels
      for (let c = 0; c < channels; c++) {
        const [a = 0, b = 0] = [upper[left + c], upper[right + c]]
        const [d = 0, e = 0] = [lower[left + c], lower[right + c]]
        data[(y * width + x) * channels + c] = leaky(Math.max(a, b, d, e))
      }
    }
  }
  return { data, width, height, channels }
}

/** Keeps the order of values, so it may come after the largest is chosen. */
const leaky = (value: number) => (value < 0 ? value * 0.1 : value)
