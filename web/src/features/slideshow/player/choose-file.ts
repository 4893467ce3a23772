import { limits } from '#contract/limits.ts'
import type { Options } from '#web/features/slideshow/options.ts'
import type { Photo } from './playlist.ts'

export type Size = Pick<DOMRectReadOnly, 'width' | 'height'>

export interface ChosenFile {
  readonly path: string
  /** To be made smaller while decoding; absent when the file is shown unchanged. */
  readonly resize?: Size
}

/** Decoding needs four bytes a pixel for a moment: 200 MB. Beyond that the preview has to do. */
const maxPixels = 50_000_000
/** A preview may be stretched this much before it shows. */
const stretch = 1.2

/**
 * The preview where it fills its place on the screen, else the original, decoded no larger than it is shown.
 * @param screen in device pixels
 */
export const chooseFile = (
  { original, preview, width, height }: Photo,
  screen: Size,
  fit: Options['fit'],
): ChosenFile => {
  if (!width || !height) return { path: preview }
  const ratios = [screen.width / width, screen.height / height]
  const scale = Math.min(1, fit === 'cover' ? Math.max(...ratios) : Math.min(...ratios))
  const shown = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const enough = shown.width <= Math.min(limits.previewWidth, width) * stretch
  if (enough || width * height > maxPixels) return { path: preview }
  return scale < 1 ? { path: original, resize: shown } : { path: original }
}
