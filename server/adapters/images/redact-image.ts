import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { averageBlocks, pixelRegion } from '#server/domain/images/redaction.ts'
import type { PreviewJob } from '#server/ports/previewer.ts'
import type { PreviewTask } from './preview-messages.ts'
import { decoderOptions } from './render-preview.ts'

/** Encodes in the image's own format. Without subsampling a block of one colour stays one colour. */
const encoders: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 95 }),
}

/** Writes the image as it is shown, in sRGB and without metadata, its regions averaged in blocks (D72). */
export async function redactImage(task: PreviewTask, redact: NonNullable<PreviewJob['redact']>): Promise<void> {
  const image = sharp(task.source, decoderOptions(task, 'none'))
  const { format } = await image.metadata()
  // Browsers ignore the orientation of a WebP.
  const shown = format === 'webp' ? image : image.autoOrient()
  const { data, info } = await shown.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (const region of redact.regions) averageBlocks({ data, width, channels }, pixelRegion(region, { width, height }))
  const encode = encoders[format]
  if (encode === undefined) throw new Error(`There is no encoder for ${format}`)
  const encoded = await encode(sharp(data, { raw: { width, height, channels } })).toBuffer()
  await writeFile(redact.target, encoded)
}
