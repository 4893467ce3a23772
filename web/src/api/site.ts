import type { ExhibitionFacts } from '#contract/exhibitions.ts'
import { currentPath } from './base-path.ts'

/** The operator's settings that the server writes into the document: addresses, and whether the extra tick is off. */
export const site: {
  readonly logo?: string
  readonly imprint?: string
  readonly privacy?: string
  readonly minors?: 'off'
  readonly device?: 'shared'
  /** The version of the texts of the consents. */
  readonly wording?: string
  /** Megabytes of a file, and days that a group is kept that was never approved. */
  readonly mb?: string
  readonly days?: string
  /** The operator has set a name or a logo. */
  readonly named?: 'on'
  /** As JSON. */
  readonly exhibition?: string
  /** As JSON. */
  readonly staff?: string
} = document.documentElement.dataset

interface ShownExhibition extends ExhibitionFacts {
  /** The site's name: the title is that of the exhibition, too. */
  readonly site: string
}

/** Of this document: that of the upload page of `main` has one only where it has rules of its own (D83). */
export const exhibition: ShownExhibition | undefined = site.exhibition && JSON.parse(site.exhibition)

/** One beside `main`: its page has a name, an address and a draft of its own. */
export const ownExhibition = exhibition?.slug === 'main' ? undefined : exhibition

/** The server writes it into the document as its title, before any page has another. */
export const siteName = exhibition?.site ?? document.title

interface Staff {
  readonly id: number
  readonly name: string
  readonly secret: string
}

/** The staff link whose upload page this is; its secret is in the address alone (D91). */
export const staff: Staff | undefined = site.staff && {
  ...JSON.parse(site.staff),
  secret: currentPath().replace('/s/', ''),
}

/** The path of the upload page, without BASE_PATH. */
export const uploadPath = staff ? currentPath() : ownExhibition ? `/e/${ownExhibition.slug}` : '/'

/** A key of the device's storage for what belongs to one exhibition, and there to one name of the staff: it may get another link. */
export const exhibitionKey = (key: string): string => {
  const own = ownExhibition ? `${key}-${ownExhibition.slug}` : key
  return staff ? `${own}:staff-${staff.name}` : own
}
