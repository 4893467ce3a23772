import type { Page } from 'playwright-core'

/** What a browser shows of an image, on white. */
export interface Shown {
  /** As laid out, rotated by its orientation. */
  readonly width: number
  readonly height: number
  /** Mean red, green and blue of each cell, row by row. */
  readonly colours: readonly number[]
}

/** Cells so large that scaling and compression do not matter. */
const cells = { pixels: 16, previewWidth: 800 }

/** undefined if the browser does not show it. */
export async function shownInBrowser(page: Page, image: Buffer): Promise<Shown | undefined> {
  const shown = await page.evaluate(`(${averageCells})(${JSON.stringify({ base64: image.toString('base64'), cells })})`)
  return (shown as Shown | null) ?? undefined
}

/** Runs in the page. */
const averageCells = `async ({ base64, cells }) => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([bytes]))
  const isLoaded = await image.decode().then(() => true, () => false)
  URL.revokeObjectURL(image.src)
  if (!isLoaded) return null
  const { naturalWidth: width, naturalHeight: height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  // Of some damaged files it only knows the size.
  if (context.getImageData(0, 0, width, height).data.every((value) => value === 0)) return null
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const scale = Math.min(1, cells.previewWidth / width)
  const across = Math.max(1, Math.floor((width * scale) / cells.pixels))
  const down = Math.max(1, Math.floor((height * scale) / cells.pixels))
  const sums = new Float64Array(across * down * 4)
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor((y * down) / height) * across
    for (let x = 0; x < width; x++, at += 4) {
      const cell = 4 * (row + Math.floor((x * across) / width))
      for (let channel = 0; channel < 3; channel++) sums[cell + channel] += data[at + channel]
      sums[cell + 3] += 1
    }
  }
  const colours = []
  for (let cell = 0; cell < sums.length; cell += 4)
    for (let channel = 0; channel < 3; channel++) colours.push(sums[cell + channel] / sums[cell + 3])
  return { width, height, colours }
}`
