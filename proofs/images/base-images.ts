import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type ImageSpec, makeImage } from '#tests/support/images/make-image.ts'

export interface BaseImage {
  readonly name: string
  readonly format: 'jpeg' | 'png' | 'webp'
  readonly bytes: Buffer
}

const small = { width: 160, height: 120, detail: true } as const
const position = { lat: 52.520_008, lon: 13.404_954 }
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,31.2N" exif:GPSLongitude="13,24.3E"/>
</rdf:RDF></x:xmpmeta>`
const camera = { make: 'Werkzeug AG', model: 'Werk 1', takenAt: '2024:05:06 07:08:09', position, xmp } as const

const specs: readonly ImageSpec[] = [
  { format: 'jpeg', ...small },
  { format: 'jpeg', ...small, progressive: true },
  { format: 'jpeg', ...small, ...camera },
  { format: 'jpeg', ...small, ...camera, orientation: 6, profile: 'p3' },
  { format: 'jpeg', ...small, grey: true },
  { format: 'jpeg', ...small, profile: 'cmyk' },
  { format: 'png', ...small },
  { format: 'png', ...small, deep: true },
  { format: 'png', ...small, palette: true },
  { format: 'png', ...small, progressive: true, alpha: true },
  { format: 'png', ...small, ...camera, profile: 'p3' },
  { format: 'webp', ...small },
  { format: 'webp', ...small, alpha: true },
  { format: 'webp', ...small, ...camera, profile: 'p3' },
]

/** Real files of the accepted types with the metadata of cameras, and those of a folder of photos. */
export async function baseImages(photos: string | undefined): Promise<BaseImage[]> {
  const made = await Promise.all(
    specs.map(async (spec) => {
      const { format = 'jpeg', ...rest } = spec
      return { name: `${format} ${Object.keys(rest).join(' ')}`, format, bytes: await makeImage(spec) }
    }),
  )
  const frames = await Promise.all(
    ['#a00', '#0a0', '#00a'].map((colour) => makeImage({ ...small, colour, format: 'png' })),
  )
  const webp: BaseImage[] = [
    {
      name: 'webp lossless',
      format: 'webp',
      bytes: await sharp(await makeImage(small))
        .webp({ lossless: true })
        .toBuffer(),
    },
    {
      name: 'webp animated',
      format: 'webp',
      bytes: await sharp(frames, { join: { animated: true } })
        .webp({ loop: 0, delay: [10, 10, 10] })
        .toBuffer(),
    },
  ]
  return [...made, ...webp, ...(photos === undefined ? [] : await photosIn(photos))]
}

const maxBytes = 4 * 2 ** 20

async function photosIn(folder: string): Promise<BaseImage[]> {
  const names = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).toSorted()
  const files = await Promise.all(
    names.map(async (name) => ({ name, format: 'jpeg' as const, bytes: await readFile(join(folder, name)) })),
  )
  return files.filter(({ bytes }) => bytes.length <= maxBytes)
}
