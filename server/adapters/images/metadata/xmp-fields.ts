import type { KeptContent } from './found.ts'

/** Namespaces of which something stays; the prefix is the usual one. */
export const namespaces: Readonly<Record<string, string>> = {
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://ns.adobe.com/xap/1.0/': 'xmp',
  'http://ns.adobe.com/xap/1.0/rights/': 'xmpRights',
  'http://ns.adobe.com/xap/1.0/mm/': 'xmpMM',
  'http://ns.adobe.com/photoshop/1.0/': 'photoshop',
  'http://ns.adobe.com/tiff/1.0/': 'tiff',
  'http://ns.adobe.com/exif/1.0/': 'exif',
  'http://ns.adobe.com/exif/1.0/aux/': 'aux',
  'http://cipa.jp/exif/1.0/': 'exifEX',
  'http://ns.adobe.com/camera-raw-settings/1.0/': 'crs',
  'http://ns.adobe.com/lightroom/1.0/': 'lr',
  'http://ns.microsoft.com/photo/1.0/': 'MicrosoftPhoto',
  'http://ns.microsoft.com/photo/1.0': 'MicrosoftPhoto',
  'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/': 'Iptc4xmpCore',
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': 'Iptc4xmpExt',
  'http://ns.useplus.org/ldf/xmp/1.0/': 'plus',
  'http://creativecommons.org/ns#': 'cc',
  'http://ns.google.com/photos/1.0/camera/': 'GCamera',
  'http://ns.google.com/photos/1.0/container/': 'Container',
  'http://ns.adobe.com/hdr-gain-map/1.0/': 'hdrgm',
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/**
 * What stays of XMP, by namespace: titles, captions, authors, rights, dates, the camera and its settings. Texts with a
 * position go all the same. Not here: GPS, places, regions with faces, histories, thumbnails, whatever a maker adds.
 */
const fields: Readonly<Record<string, ReadonlySet<string>>> = {
  dc: words('title description creator rights subject format date language publisher contributor type'),
  xmp: words('CreateDate ModifyDate MetadataDate CreatorTool Rating Label Nickname'),
  xmpRights: words('Marked Owner UsageTerms WebStatement Certificate'),
  xmpMM: words('DocumentID InstanceID OriginalDocumentID'),
  photoshop: words(
    'DateCreated Credit Source Headline CaptionWriter AuthorsPosition ColorMode ICCProfile Urgency Category ' +
      'SupplementalCategories TransmissionReference Instructions',
  ),
  tiff: words(
    'Make Model Orientation ImageWidth ImageLength BitsPerSample Compression PhotometricInterpretation XResolution ' +
      'YResolution ResolutionUnit SamplesPerPixel PlanarConfiguration YCbCrPositioning YCbCrSubSampling Software ' +
      'DateTime Artist Copyright ImageDescription NativeDigest',
  ),
  exif: words(
    'ExifVersion FlashpixVersion ColorSpace ComponentsConfiguration CompressedBitsPerPixel PixelXDimension ' +
      'PixelYDimension UserComment DateTimeOriginal DateTimeDigitized ExposureTime FNumber ExposureProgram ' +
      'SpectralSensitivity ISOSpeedRatings OECF ShutterSpeedValue ApertureValue BrightnessValue ExposureBiasValue ' +
      'MaxApertureValue SubjectDistance MeteringMode LightSource Flash FocalLength SubjectArea FlashEnergy ' +
      'FocalPlaneXResolution FocalPlaneYResolution FocalPlaneResolutionUnit ExposureIndex SensingMethod FileSource ' +
      'SceneType CFAPattern CustomRendered ExposureMode WhiteBalance DigitalZoomRatio FocalLengthIn35mmFilm ' +
      'SceneCaptureType GainControl Contrast Saturation Sharpness SubjectDistanceRange ImageUniqueID NativeDigest',
  ),
  aux: words(
    'Lens LensInfo LensID LensSerialNumber SerialNumber Firmware ImageNumber FlashCompensation OwnerName ' +
      'ApproximateFocusDistance EnhanceDetailsVersion',
  ),
  exifEX: words(
    'LensMake LensModel LensSpecification LensSerialNumber BodySerialNumber CameraOwnerName PhotographicSensitivity ' +
      'SensitivityType RecommendedExposureIndex StandardOutputSensitivity ISOSpeed InteroperabilityIndex Gamma ' +
      'CompositeImage CameraFirmware',
  ),
  lr: words('hierarchicalSubject'),
  MicrosoftPhoto: words(
    'Rating DateAcquired LastKeywordXMP LastKeywordIPTC CameraSerialNumber LensModel LensManufacturer',
  ),
  Iptc4xmpCore: words('IntellectualGenre Scene SubjectCode AltTextAccessibility ExtDescrAccessibility'),
  Iptc4xmpExt: words('DigitalSourceType Event PersonInImage OrganisationInImageName MaxAvailHeight MaxAvailWidth'),
  plus: words('Version CopyrightOwner ImageCreator Licensor DataMining CopyrightStatus MediaSummaryCode'),
  cc: words('license attributionName attributionURL morePermissions'),
}

const placeNames: Readonly<Record<string, ReadonlySet<string>>> = {
  photoshop: words('City State Country'),
  Iptc4xmpCore: words('CountryCode'),
}

/** Settings of the raw converter are named by the version of the program; they are numbers. */
const keepsAll = new Set(['crs'])

/** What says where the video of a motion photo and the map of an HDR photo are, and how they are played. */
const trailers: Readonly<Record<string, ReadonlySet<string>>> = {
  GCamera: words(
    'MotionPhoto MotionPhotoVersion MotionPhotoPresentationTimestampUs MicroVideo MicroVideoVersion ' +
      'MicroVideoOffset MicroVideoPresentationTimestampUs',
  ),
  Container: words('Directory'),
  hdrgm: words(
    'Version BaseRenditionIsHDR GainMapMin GainMapMax Gamma OffsetSDR OffsetHDR HDRCapacityMin HDRCapacityMax',
  ),
}

export function isKeptField(prefix: string, name: string, kept: KeptContent): boolean {
  if (keepsAll.has(prefix) || fields[prefix]?.has(name)) return true
  if (kept.trailers && trailers[prefix]?.has(name)) return true
  return kept.placeNames && placeNames[prefix]?.has(name) === true
}
