/**
 * What stays of EXIF: what the standard defines about the picture, the camera and the rights in it. Not here: GPS
 * (0x8825, but for its version), embedded XMP, IPTC and Photoshop blocks, further images and whatever else a program adds.
 */
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Of the picture, its thumbnail and the camera: TIFF 6.0, EXIF 3.0 table 4, Microsoft's captions (9C9B), PrintIM (C4A5). */
const imageTags = [
  ...[0x0b, 0xfe, 0xff, 0x106, 0x107, 0x10a, 0x10d, 0x10e, 0x10f, 0x110, 0x111, 0x112, 0x11a, 0x11b, 0x11c, 0x11d],
  ...[0x122, 0x123, 0x128, 0x129, 0x12d, 0x131, 0x132, 0x13b, 0x13c, 0x13d, 0x13e, 0x13f, 0x152, 0x201, 0x202],
  ...[0x8298, 0x8773, 0x4746, 0x4749, 0xc4a5, 0xea1c],
  ...[...range(0x100, 0x103), ...range(0x115, 0x119), ...range(0x211, 0x214), ...range(0x1000, 0x1002)],
  ...range(0x9c9b, 0x9c9f),
]

/** Of the exposure: EXIF 3.0 tables 8 and 9, with the notes of the maker (927C) and the comment (9286) after a look inside. */
const exposureTags = [
  ...[0x829a, 0x829d, 0x8822, 0x8824, 0x8827, 0x8828, 0x882a, 0x882b, 0x9000, 0x9003, 0x9004, 0x9101, 0x9102, 0x9214],
  ...[0x927c, 0x9286, 0xa20b, 0xa20c, 0xa20e, 0xa20f, 0xa210, 0xa214, 0xa215, 0xa217, 0xa420, 0xa500, 0xea1c, 0xea1d],
  ...[...range(0x8830, 0x8835), ...range(0x9010, 0x9012), ...range(0x9201, 0x920a), ...range(0x9290, 0x9292)],
  ...[...range(0x9400, 0x9405), ...range(0xa000, 0xa004), ...range(0xa300, 0xa302), ...range(0xa401, 0xa40c)],
  ...[...range(0xa430, 0xa43f), ...range(0xa460, 0xa464)],
]

export const pointerTags = { exif: 0x8769, gps: 0x8825, interoperability: 0xa005 }

/** Some programs write tags of the exposure beside those of the picture. */
const either = new Set([...imageTags, ...exposureTags])

/** By directory. Pointers to directories are followed, not listed. */
export const keptTags = {
  image: either,
  exif: either,
  interoperability: new Set([1, 2, 0x1000, 0x1001, 0x1002]),
  gps: new Set([0]),
} as const

export type DirectoryKind = keyof typeof keptTags

/** Tags that hold text without being of the type for text. */
export const textTags = new Set([0x9286, ...range(0x9c9b, 0x9c9f)])
