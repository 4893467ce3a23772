/// <reference lib="webworker" />
// A decoder of 1.4 MB for browsers that cannot read HEIC themselves; away from the page, because a photo takes it a second or more.
import createLibheif from 'libheif-js/libheif-wasm/libheif.js'
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { drawJpeg, type Pixels } from './draw-jpeg.ts'

/** The part of libheif's interface for JavaScript that its types leave out. */
interface HeifImage {
  get_width(): number
  get_height(): number
  is_primary?(): boolean
  display(pixels: Pixels, done: (pixels: Pixels | null) => void): void
  free?(): void
}
interface Libheif {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
}

/** null: the file cannot be decoded. Pixels where workers have no canvas. */
export type DecodedHeif = Blob | Pixels | null

let loading: Promise<Libheif> | undefined
const load = async (): Promise<Libheif> => {
  const response = await fetch(wasmUrl)
  if (!response.ok) throw new Error(`The decoder answers ${response.status}`)
  return createLibheif({ wasmBinary: await response.arrayBuffer() }) as unknown as Libheif
}

async function decode({ HeifDecoder }: Libheif, file: File): Promise<Pixels> {
  const images = new HeifDecoder().decode(new Uint8Array(await file.arrayBuffer()))
  const image = images.find((each) => each.is_primary?.()) ?? images[0]
  if (!image) throw new Error('no image')
  const [width, height] = [image.get_width(), image.get_height()]
  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height }
  const decoded = await new Promise<Pixels | null>((done) => image.display(pixels, done))
  for (const each of images) each.free?.()
  if (!decoded) throw new Error('no pixels')
  return pixels
}

async function pictureOf(libheif: Libheif, file: File): Promise<DecodedHeif> {
  const pixels = await decode(libheif, file)
  return typeof OffscreenCanvas === 'undefined' ? pixels : drawJpeg(pixels)
}

self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  loading ??= load()
  const libheif = await loading.catch(() => undefined)
  if (!libheif) loading = undefined
  self.postMessage(libheif && (await pictureOf(libheif, file).catch(() => null)))
}
