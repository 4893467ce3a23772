/** The figures of the specification's section "Limits", and those of the decisions that complete it. */
export const limits = {
  /** Code points of an image description. */
  imageDescription: 200,
  altText: 500,
  moderationNote: 500,
  removalMessage: 2_000,
  removalContact: 200,
  /** Regions of one redaction. */
  redactionRegions: 50,
  /** Removal requests of one address; the photos that they hide at once, and the share of what is shown (D94). */
  removalRequestsPerHour: 55,
  photosHiddenPerHour: 3,
  shareHiddenPerHour: 1 / 5,
  childPhotosHiddenPerHour: 10,
  /** Days that contact and message are kept after the decision. */
  removalContactDays: 30,
  screenName: 60,
  exhibitions: 1_000,
  exhibitionName: 100,
  /** Exhibitions that one feed, and so one screen, shows by their slugs. */
  feedExhibitions: 20,
  /** Groups that one request moves to another exhibition. */
  movedGroups: 100,
  /** Wrong access codes of one address an hour, and of one in a network that many people share (D81). */
  wrongAccessCodesPerHour: 10,
  wrongAccessCodesPerHourShared: 200,
  /** Codes for screens that one address gets. */
  pairingsPerHour: 60,
  url: 2_000,
  /** The length of a list of group ids in a query, enough for some 400. A server accepts 16 KiB of headers. */
  listedGroupsText: 15_000,
  /** Code points kept of a client's file name. */
  originalName: 255,
  imagesPerGroup: 50,
  /** Text parts of a form, and their bytes together. */
  formTextParts: 20,
  formTextBytes: 2 ** 20,
  /** Entries of the list `descriptions`, and of the platforms in `consents`. */
  formEntries: 1_000,
  /** Uploads of one address on the public host that may run at once. */
  openUploads: 6,
  refusedUploadsPerHour: 100,
  /** Submissions that one address begins on the public host. */
  submissionsPerHour: 100,
  submissionHours: 24,
  /** Bytes of a part of a file, except of the last one. */
  partBytes: 64 * 2 ** 10,
  yearMin: 1800,
  /** `limit` of list queries. */
  listMin: 1,
  listMax: 1_000,
  listDefault: 100,
  /** `offset` of list queries and ids of rows: what both database engines count to. */
  offsetMax: 2 ** 31 - 1,
  idMax: 2 ** 31 - 1,
  previewWidth: 800,
  previewQuality: 85,
  passwordMin: 8,
  passwordMax: 256,
  username: 64,
  failedTokensBeforeBan: 20,
  /** In a network that many people share (D56). */
  failedTokensBeforeBanShared: 200,
  /** Groups whose links one address has used within a week when the overview takes it for a shared one. */
  linksOfSharedAddress: 10,
  formerTokenDays: 400,
  banHours: 24,
  auditLogDays: 90,
} as const

/** Image types accepted everywhere, by their bytes. */
export const imageTypes = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
} as const

export type ImageType = keyof typeof imageTypes

const isImageType = (name: string): name is ImageType => name in imageTypes
export const imageTypeNames: readonly ImageType[] = Object.keys(imageTypes).filter(isImageType)
