import sharp from 'sharp'
import { AppError } from '#server/errors.ts'
import type { Previewer } from '#server/ports/previewer.ts'
export function createPreviewer(_o: { maxPixels: number; log: unknown }): Previewer {
  const facts = async (source: string) => {
    const m = await sharp(source).metadata()
    return {
      mimeType: `image/${m.format}` as 'image/jpeg',
      width: m.autoOrient.width,
      height: m.autoOrient.height,
      exifDateTaken: null,
      exifCameraModel: null,
      exifLocation: null,
    }
  }
  return {
    pending: 0,
    async makePreview(job) {
      try {
        const f = await facts(job.source)
        await sharp(job.source)
          .autoOrient()
          .resize({ width: 800, withoutEnlargement: true })
          .flatten({ background: 'white' })
          .jpeg({ quality: 85 })
          .toFile(job.target)
        return f
      } catch {
        throw new AppError('DAMAGED_IMAGE', 'damaged')
      }
    },
    readFacts: facts,
    async [Symbol.asyncDispose]() {},
  }
}
