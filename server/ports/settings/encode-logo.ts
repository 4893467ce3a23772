import type { Logo } from '#server/domain/settings/stored-settings.ts'

/**
 * Re-encodes a PNG or JPEG, at most 512 pixels wide and high, and makes its icons. AppError UNSUPPORTED_IMAGE,
 * DAMAGED_IMAGE, IMAGE_TOO_LARGE.
 */
export type EncodeLogo = (bytes: Buffer) => Promise<Logo>
