/** The server writes it into the document as its title, before any page has another. */
export const siteName = document.title

/** The operator's settings that the server writes into the document: addresses, and whether the extra tick is off. */
export const site: {
  readonly logo?: string
  readonly imprint?: string
  readonly privacy?: string
  readonly minors?: 'off'
  readonly device?: 'shared'
  /** Megabytes of a file, and days that a group is kept that was never approved. */
  readonly mb?: string
  readonly days?: string
  /** The operator has set a name or a logo. */
  readonly named?: 'on'
} = document.documentElement.dataset
