/** What the address of the slideshow and the settings of a screen have in common. */

export const photoFits = ['contain', 'cover'] as const
/** One photo, a mosaic of which one changes at a time, or one and the next three. */
export const layouts = ['single', 'wall', 'split'] as const
export const groupOrders = ['chronological', 'newest', 'shuffled'] as const

/** How long each photo and each title can stay. */
export const secondsRange = { min: 2, max: 3600 } as const

/** Of a screen without settings of its own. */
export const defaultOptions = {
  layout: 'single',
  /** How long each photo and each title card stays. */
  seconds: 8,
  fit: 'contain',
  captions: true,
  cards: false,
  /** The code of each photo, for removal requests. */
  codes: true,
  pairs: true,
  /** A QR code to the upload page in a corner. */
  qr: false,
  order: 'chronological',
} as const
