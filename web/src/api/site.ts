/** The server writes it into the document as its title, before any page has another. */
export const siteName = document.title

/** What the server writes into the document of the operator's settings: addresses, and a tick that is switched off. */
export const site: {
  readonly logo?: string
  readonly imprint?: string
  readonly privacy?: string
  readonly minors?: 'off'
} = document.documentElement.dataset
