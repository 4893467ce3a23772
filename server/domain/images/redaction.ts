import type { Region } from '#contract/shapes.ts'

/** A part of a picture in pixels, and the side of the squares that it is averaged in. */
interface PixelRegion {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly block: number
}

/** JPEG's own squares: a block of whole ones stays constant through the encoder. */
const grid = 8
/** Blocks across the shorter side of a region, at most (D72). */
const blocksAcross = 16

const down = (pixels: number) => Math.floor(pixels / grid) * grid
const up = (pixels: number) => Math.ceil(pixels / grid) * grid

/** Grown to whole squares and cut at the edges of the picture. */
export function pixelRegion(
  { x, y, width, height }: Region,
  size: { readonly width: number; readonly height: number },
): PixelRegion {
  const left = down(x * size.width)
  const top = down(y * size.height)
  const right = Math.min(size.width, up((x + width) * size.width))
  const bottom = Math.min(size.height, up((y + height) * size.height))
  return { left, top, right, bottom, block: Math.max(grid, up(Math.min(right - left, bottom - top) / blocksAcross)) }
}

/** Eight bits a channel, row by row. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly channels: number
}

/** Gives every block of the region the average of its pixels: nothing else of them is left. */
export function averageBlocks(pixels: Pixels, { left, top, right, bottom, block }: PixelRegion): void {
  for (let y = top; y < bottom; y += block) {
    for (let x = left; x < right; x += block) {
      averageBlock(pixels, { left: x, top: y, right: Math.min(x + block, right), bottom: Math.min(y + block, bottom) })
    }
  }
}

function averageBlock({ data, width, channels }: Pixels, part: Omit<PixelRegion, 'block'>): void {
  const { left, top, right, bottom } = part
  const count = (right - left) * (bottom - top)
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) sum += data[(y * width + x) * channels + channel] ?? 0
    }
    const average = Math.round(sum / count)
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) data[(y * width + x) * channels + channel] = average
    }
  }
}
