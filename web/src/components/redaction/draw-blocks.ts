import type { Region } from '#contract/shapes.ts'

/** As the server does it: blocks of at least 8 pixels, at most 16 across the shorter side (D72). */
const minBlock = 8
const blocksAcross = 16

/** Shows a region of a photo as the blocks that it becomes. */
export function drawBlocks(canvas: HTMLCanvasElement, photo: HTMLImageElement, { x, y, width, height }: Region): void {
  const { naturalWidth, naturalHeight } = photo
  const [wide, high] = [width * naturalWidth, height * naturalHeight]
  const block = Math.max(minBlock, Math.min(wide, high) / blocksAcross)
  canvas.width = Math.max(1, Math.round(wide / block))
  canvas.height = Math.max(1, Math.round(high / block))
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, x * naturalWidth, y * naturalHeight, wide, high, 0, 0, canvas.width, canvas.height)
}
