import type { Logo } from '#server/domain/settings/stored-settings.ts'

/**
 * Encodes a PNG or JPEG again, at most 512 pixels wide and high, and makes the icons of it. AppError UNSUPPORTED_IMAGE,
 * DAMAGED_IMAGE, IMAGE_TOO_LARGE.
 */
export type EncodeLogo = (bytes: Buffer) => Promise<Logo>
