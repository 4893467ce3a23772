const decimal = String.raw`[-+]?\d{1,3}\.\d{3,}`
const german = String.raw`[-+]?\d{1,3},\d{3,}`
const names = 'gps|geo|lat(?:itude)?|lon(?:g|gitude)?|lng|coord(?:inate)?s?|utm|mgrs|position|altitude'

/** How people and programs write a position. A single number is none, nor is the name of a place. */
const positions: readonly RegExp[] = [
  // 52.5200, 13.4050 and 52,5200; 13,4050
  new RegExp(`(?<![\\d.])${decimal}[^\\d\\n]{1,12}${decimal}(?![\\d])`),
  new RegExp(`(?<![\\d,])${german}[^\\d\\n,]{1,12}${german}(?![\\d,])`),
  // 52° 31' 12", 52 deg 31'
  /\d{1,3}(?:[.,]\d+)?\s{0,2}(?:[°º˚]|&deg;|&#176;|deg\b)/i,
  // 52,31.2057N and N 52 31.2057
  /\d{1,3}[,. ]\s?\d{1,2}[.,]\d{2,}\s?["'′″]?[NSEWO]\b/,
  // but not S/N 123 45 67890
  /(?<!S\/)\b[NSEWO]\s?\d{1,3}[ .,:]\s?\d{1,2}[ .,:]\d+/,
  // ISO 6709: +52.5200+013.4050/, +5231+01324, but not inside the number of a file (UUID), of a thing or of a day (23-11-2026)
  /(?<![\da-f]{4})[-+]\d{2,6}\.\d+[-+]\d{3,7}\.\d/i,
  /(?<!\d|[\da-f]{4})[-+](?:\d\d(?:\.\d+)?[-+]\d{3}|\d{4}(?:\.\d+)?[-+]\d{5}|\d{6}(?:\.\d+)?[-+]\d{7})(?:\.\d+)?(?![\d-])/i,
  // geo:lat=52.5, GPSLatitude 52
  new RegExp(`(?:${names})[a-z_ ]{0,12}["'\\]})]{0,2}\\s{0,2}[=:>(\\s]\\s{0,2}["'[({]{0,2}[-+]?\\d{1,3}[.,:°\\d]`, 'i'),
  // 33U 391000 5820000, 33UUU9100020000; at the end of a UUID it is none
  /\b\d{1,2}[C-X]\s?\d{6}\s\d{7}\b|(?<![\dA-F]{4}-)\b\d{1,2}[C-X]\s?[A-Z]{2}\s?\d{4,5}\s?\d{4,5}\b/,
  // 9F4MGCC4+22, w3w
  /\b[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}\b|\/\/\/\p{L}+\.\p{L}+\.\p{L}+/u,
  /maps\.(?:google|apple|app)|google\.[a-z.]{2,6}\/maps|goo\.gl\/maps|openstreetmap\.org|osm\.org|geohack|w3w\.co/i,
]

const maxLength = 64 * 1024

/** Whether a text may say where something is, in numbers. Longer texts than any caption may. */
export const mayContainLocation = (text: string): boolean =>
  text.length > maxLength || positions.some((position) => position.test(text))

/** The text of bytes whatever their encoding: digits and letters of UTF-16 without the zeros between. */
export const looseText = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '')
