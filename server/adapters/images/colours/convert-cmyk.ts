import { rm, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { srgbProfile } from './known-spaces.ts'

export interface InkImage {
  readonly source: string
  readonly options: SharpOptions
  readonly metadata: Metadata
  /** The folder for a temporary profile. */
  readonly scratch: string
}

/**
 * A CMYK image in sRGB as browsers show it: by its profile, without the black point being moved, as sharp's own profile
 * of sRGB would demand; without a profile, what each ink leaves of the light is multiplied.
 */
export async function convertCmyk(input: InkImage, small: (image: Sharp) => Sharp): Promise<Sharp> {
  const { source, options, metadata, scratch } = input
  const inks = small(
    sharp(source, { ...options, ignoreIcc: true })
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk'),
  )
  try {
    if (metadata.icc?.toString('latin1', 16, 20) === 'CMYK') {
      await writeFile(scratch, srgbProfile())
      inks.withIccProfile(scratch)
    }
    const { data, info } = await inks.raw().toBuffer({ resolveWithObject: true })
    // A profile that cannot be used leaves four channels.
    const rgb = info.channels === 4 ? multiplyInks(data) : data
    return sharp(rgb, { raw: { width: info.width, height: info.height, channels: 3 } })
  } finally {
    await rm(scratch, { force: true })
  }
}

function multiplyInks(data: Buffer): Buffer {
  const rgb = Buffer.alloc((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4) {
    const light = 255 - (data[from + 3] ?? 0)
    for (let ink = 0; ink < 3; ink++) rgb[to++] = Math.round(((255 - (data[from + ink] ?? 0)) * light) / 255)
  }
  return rgb
}
