import type { Chromaticities, Point } from './primaries.ts'
import { type RgbSpace, rgbProfile } from './rgb-profile.ts'

const point = (x: number, y: number): Point => ({ x, y })
const d65 = point(0.3127, 0.329)
export const srgb: Chromaticities = {
  white: d65,
  red: point(0.64, 0.33),
  green: point(0.3, 0.6),
  blue: point(0.15, 0.06),
}

/** By the code points of ITU-T H.273. */
export const codedPrimaries: Readonly<Record<number, Chromaticities>> = {
  1: srgb,
  9: { white: d65, red: point(0.708, 0.292), green: point(0.17, 0.797), blue: point(0.131, 0.046) },
  12: { white: d65, red: point(0.68, 0.32), green: point(0.265, 0.69), blue: point(0.15, 0.06) },
}

const srgbLight = (sample: number): number => (sample <= 0.04045 ? sample / 12.92 : ((sample + 0.055) / 1.055) ** 2.4)
const televisionLight = (sample: number): number =>
  sample < 0.081 ? sample / 4.5 : ((sample + 0.099) / 1.099) ** (1 / 0.45)

/** Those for high dynamic range (16, 18) are missing: there is no profile for them. */
export const codedTransfers: Readonly<Record<number, RgbSpace['light']>> = {
  1: televisionLight,
  4: (sample) => sample ** 2.2,
  5: (sample) => sample ** 2.8,
  6: televisionLight,
  8: (sample) => sample,
  13: srgbLight,
  14: televisionLight,
  15: televisionLight,
}

/** Rounded as usual. */
const srgbPrimaries: RgbSpace['primaries'] = [
  [0.4361, 0.2225, 0.0139],
  [0.3851, 0.7169, 0.0971],
  [0.1431, 0.0606, 0.7141],
]

export const srgbProfile = (): Buffer => rgbProfile({ primaries: srgbPrimaries, light: srgbLight })
