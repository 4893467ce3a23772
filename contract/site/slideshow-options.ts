/** What the address of the slideshow and the settings of a screen have in common. */

export const photoFits = ['contain', 'cover'] as const
/** One photo, a mosaic of which one changes at a time, or one and the next three. */
export const layouts = ['single', 'wall', 'split'] as const
export const groupOrders = ['chronological', 'newest', 'shuffled'] as const

/** How long each photo and each title can stay. */
export const secondsRange = { min: 2, max: 3600 } as const

export interface SlideshowOptions {
  readonly layout: (typeof layouts)[number]
  /** How long each photo and each title card stays. */
  readonly seconds: number
  readonly fit: (typeof photoFits)[number]
  readonly captions: boolean
  /** Title cards of their own, instead of titles over the first photos. */
  readonly cards: boolean
  /** The code of each photo, for removal requests. */
  readonly codes: boolean
  /** Two portraits beside each other on a wide screen, two landscapes above each other on an upright one. */
  readonly pairs: boolean
  /** A QR code to the upload page in a corner. */
  readonly qr: boolean
  readonly order: (typeof groupOrders)[number]
}

/** Of a screen without settings of its own. */
export const defaultOptions: SlideshowOptions = {
  layout: 'single',
  seconds: 8,
  fit: 'contain',
  captions: true,
  cards: false,
  codes: true,
  pairs: true,
  qr: false,
  order: 'chronological',
}
