import { codedPrimaries, codedTransfers, srgb } from './known-spaces.ts'
import { type Chromaticities, primariesOf } from './primaries.ts'
import { type RgbSpace, rgbProfile } from './rgb-profile.ts'

/** Chunks of a PNG before its picture that say what its samples mean, by type. */
export type ColourChunks = ReadonlyMap<string, Buffer>

/**
 * The colour profile that browsers derive from the chunks: of cICP, else of an embedded profile, else sRGB, else of gAMA,
 * with cHRM or the primaries of sRGB. undefined for sRGB, for an embedded profile and for what cannot be expressed.
 */
export function profileOfChunks(chunks: ColourChunks): Buffer | undefined {
  const space = chunks.has('cICP') ? ofCodes(chunks.get('cICP')) : ofGamma(chunks)
  return space && rgbProfile(space)
}

/** Whether the samples mean something else than what an embedded profile says. */
export const overridesProfile = (chunks: ColourChunks | undefined): boolean =>
  chunks !== undefined && ofCodes(chunks.get('cICP')) !== undefined

/** Primaries, transfer, matrix, whether the range is full. */
function ofCodes(data: Buffer | undefined): RgbSpace | undefined {
  if (data?.length !== 4 || data[2] !== 0 || data[3] !== 1) return undefined
  const [place, light] = [codedPrimaries[data[0] ?? 0], codedTransfers[data[1] ?? 0]]
  return place && light && spaceOf(place, light)
}

/** sRGB is made with 1/2.2; browsers take what is near for it. */
const isUsual = (gamma: number): boolean => Math.abs(gamma - 0.45455) <= 0.02

function ofGamma(chunks: ColourChunks): RgbSpace | undefined {
  if (chunks.has('iCCP') || chunks.has('sRGB')) return undefined
  const [gamma] = numbers(chunks.get('gAMA'))
  if (gamma === undefined || gamma < 0.02 || gamma > 5) return undefined
  const place = chromaticities(chunks.get('cHRM')) ?? srgb
  if (isSrgb(place) && isUsual(gamma)) return undefined
  return spaceOf(place, (sample) => sample ** (1 / gamma))
}

function chromaticities(data: Buffer | undefined): Chromaticities | undefined {
  const values = numbers(data)
  if (values.length !== 8) return undefined
  const at = (index: number) => ({ x: values[index] ?? 0, y: values[index + 1] ?? 0 })
  return { white: at(0), red: at(2), green: at(4), blue: at(6) }
}

const isSrgb = (place: Chromaticities): boolean =>
  (['white', 'red', 'green', 'blue'] as const).every(
    (name) => Math.abs(place[name].x - srgb[name].x) < 0.002 && Math.abs(place[name].y - srgb[name].y) < 0.002,
  )

/** Fractions of 100,000. */
const numbers = (data: Buffer | undefined): number[] =>
  Array.from({ length: Math.floor((data?.length ?? 0) / 4) }, (_, index) => (data?.readUInt32BE(index * 4) ?? 0) / 1e5)

function spaceOf(place: Chromaticities, light: RgbSpace['light']): RgbSpace | undefined {
  const found = primariesOf(place)
  return found && { primaries: found, light }
}
