/** What the address of the slideshow and the settings of a screen have in common. */

export const photoFits = ['contain', 'cover'] as const
export const groupOrders = ['chronological', 'newest', 'shuffled'] as const

/** How long each photo and each title can stay. */
export const secondsRange = { min: 2, max: 3600 } as const

export interface SlideshowOptions {
  /** How long each photo and each title stays. */
  readonly seconds: number
  readonly fit: (typeof photoFits)[number]
  readonly captions: boolean
  /** The code of each photo, for removal requests. */
  readonly codes: boolean
  /** Two portraits beside each other on a wide screen. */
  readonly pairs: boolean
  /** A QR code to the upload page in a corner. */
  readonly qr: boolean
  readonly order: (typeof groupOrders)[number]
}

/** Of a screen without settings of its own. */
export const defaultOptions: SlideshowOptions = {
  seconds: 8,
  fit: 'contain',
  captions: true,
  codes: true,
  pairs: true,
  qr: false,
  order: 'chronological',
}
