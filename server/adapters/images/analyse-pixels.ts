import type { ImageAnalysis } from '#server/domain/images/image-analysis.ts'
import type * as redaction from '#server/domain/images/redaction.ts'

export type Pixels = redaction.Pixels & { readonly height: number }

/** Green serves as brightness: it is most of it, and weighting the colours takes longer than all the rest. */
const brightest = (channels: number): number => (channels >= 3 ? 1 : 0)

export const analysePixels = (pixels: Pixels): ImageAnalysis => ({
  perceptualHash: perceptualHash(pixels),
  sharpness: sharpness(pixels),
})

const columns = 9
const rows = 8

/** "dHash": whether the picture gets darker from each of 9 x 8 cells to the one on its right. */
function perceptualHash(pixels: Pixels): string {
  const grid = brightnessGrid(pixels)
  let bits = ''
  for (const [cell, sum] of grid.entries()) {
    if (cell % columns < columns - 1) bits += sum > (grid[cell + 1] ?? 0) ? '1' : '0'
  }
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}

const samples = 16

/** Of 16 x 16 pixels in each cell. */
function brightnessGrid({ data, width, height, channels }: Pixels): Float64Array {
  const grid = new Float64Array(columns * rows)
  for (let y = 0; y < rows * samples; y++) {
    const line = Math.floor(((y + 0.5) * height) / (rows * samples)) * width
    for (let x = 0; x < columns * samples; x++) {
      const pixel = line + Math.floor(((x + 0.5) * width) / (columns * samples))
      const cell = Math.floor(y / samples) * columns + Math.floor(x / samples)
      grid[cell] = (grid[cell] ?? 0) + (data[pixel * channels + brightest(channels)] ?? 0)
    }
  }
  return grid
}

const blocks = 4

/** The largest of 16 blocks: the subject in focus counts, not the wall behind it. */
function sharpness(pixels: Pixels): number {
  let sharpest = 0
  for (let block = 0; block < blocks * blocks; block++) {
    sharpest = Math.max(sharpest, blockSharpness(pixels, block % blocks, Math.floor(block / blocks)))
  }
  return Math.round(sharpest)
}

/** Variance of the Laplacian, at every second pixel of every second row. */
function blockSharpness({ data, width, height, channels }: Pixels, column: number, row: number): number {
  const edge = (length: number, at: number) => Math.floor((at * (length - 2)) / blocks) + 1
  const line = width * channels
  const [left, right] = [edge(width, column), edge(width, column + 1)]
  const bottom = edge(height, row + 1)
  let count = 0
  let sum = 0
  let squares = 0
  for (let y = edge(height, row); y < bottom; y += 2) {
    const end = y * line + right * channels
    for (let at = y * line + left * channels + brightest(channels); at < end; at += 2 * channels) {
      const beside = (data[at - channels] ?? 0) + (data[at + channels] ?? 0)
      const value = 4 * (data[at] ?? 0) - beside - (data[at - line] ?? 0) - (data[at + line] ?? 0)
      count++
      sum += value
      squares += value * value
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}
