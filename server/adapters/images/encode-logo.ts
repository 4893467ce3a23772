import type { Sharp } from 'sharp'
import { settingLimits } from '#contract/settings/setting-limits.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Logo } from '#server/domain/settings/stored-settings.ts'
import type { EncodeLogo } from '#server/ports/settings/setting-store.ts'
import { createHeadReader } from './image-head.ts'

/** Admins upload logos, and rarely: they are encoded here, not in the processes for photos. */
export const encodeLogo: EncodeLogo = async (bytes) => {
  const head = createHeadReader()(bytes)
  const type = head.kind === 'image' ? head.mimeType : undefined
  if (type !== 'image/png' && type !== 'image/jpeg') {
    throw new AppError('UNSUPPORTED_IMAGE', 'The logo must be a PNG or JPEG')
  }
  // Loaded on demand: it takes memory that most services never need.
  const { default: sharp } = await import('sharp')
  const open = () => sharp(bytes, { limitInputPixels: settingLimits.logoPixels, autoOrient: true })
  await checkSize(open())
  try {
    return await encode(open, type)
  } catch (cause) {
    throw new AppError('DAMAGED_IMAGE', 'The logo is damaged or cannot be decoded', { cause })
  }
}

async function checkSize(image: Sharp): Promise<void> {
  const { width, height } = await image.metadata().catch((cause: unknown) => {
    const isTooLarge = cause instanceof Error && /pixel limit/.test(cause.message)
    throw isTooLarge ? tooLarge() : new AppError('DAMAGED_IMAGE', 'The logo is damaged or cannot be decoded', { cause })
  })
  if (width * height > settingLimits.logoPixels) throw tooLarge()
}

const tooLarge = () =>
  new AppError('IMAGE_TOO_LARGE', `The logo has more than ${settingLimits.logoPixels} pixels`, {
    details: { limit: settingLimits.logoPixels },
  })

async function encode(open: () => Sharp, type: Logo['type']): Promise<Logo> {
  const side = settingLimits.logoSide
  const small = open().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const image = await (type === 'image/png'
    ? small.png({ palette: true, effort: 7 })
    : small.jpeg({ quality: 85 })
  ).toBuffer()
  const icon = async (size: number, share: number, background: string) => {
    const inner = Math.round(size * share)
    const [before, after] = [Math.floor((size - inner) / 2), Math.ceil((size - inner) / 2)]
    const png = await open()
      .resize({ width: inner, height: inner, fit: 'contain', background })
      .extend({ top: before, bottom: after, left: before, right: after, background })
      .png({ palette: true, effort: 7 })
      .toBuffer()
    return png.toString('base64')
  }
  const [transparent, paper] = ['#ffffff00', '#ffffff']
  return {
    version: digest(image.toString('base64')).slice(0, 12),
    type,
    image: image.toString('base64'),
    icons: {
      // Systems crop these two, and fill transparent parts with black.
      'apple-touch-180': await icon(180, 0.8, paper),
      'maskable-512': await icon(512, 0.6, paper),
      'icon-192': await icon(192, 1, transparent),
      'icon-512': await icon(512, 1, transparent),
    },
  }
}
