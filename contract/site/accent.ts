import { type Colord, colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'

extend([a11y])

export interface Accent {
  readonly accent: string
  readonly hover: string
  readonly soft: string
  /** On a surface of the accent. */
  readonly ink: string
}

/** WCAG 2.2 AA for text. */
const contrastOfText = 4.5

/** The surfaces that the accent is read on (web/src/colors.css): the hardest of the scheme. */
const surfaces = { light: '#f5f3ef', dark: '#2c2926' } as const
const inks = { light: ['#ffffff', '#26231f'], dark: ['#1a2317', '#ffffff'] } as const

const step = 0.02

function readable(colour: Colord, scheme: 'light' | 'dark'): Colord {
  let found = colour
  for (let n = 0; n < 50 && found.contrast(surfaces[scheme]) < contrastOfText; n++) {
    found = scheme === 'light' ? found.darken(step) : found.lighten(step)
  }
  return found
}

/** The accent of one scheme: the operator's colour, made darker or lighter as far as reading it needs. */
export function accentIn(scheme: 'light' | 'dark', colour: string): Accent {
  const accent = readable(colord(colour), scheme)
  const [soft, hover] = scheme === 'light' ? ['#ffffff', accent.darken(0.06)] : ['#191715', accent.lighten(0.06)]
  const ink = inks[scheme].toSorted((one, other) => accent.contrast(other) - accent.contrast(one))[0] ?? '#ffffff'
  return { accent: accent.toHex(), hover: hover.toHex(), soft: mixed(accent, soft), ink }
}

/** One part in seven: a tint that the ink of the page is read on. */
function mixed(accent: Colord, ground: string): string {
  const [one, other] = [accent.toRgb(), colord(ground).toRgb()]
  const part = (name: 'r' | 'g' | 'b') => Math.round(one[name] * 0.14 + other[name] * 0.86)
  return colord({ r: part('r'), g: part('g'), b: part('b') }).toHex()
}

/** The page's own accents (web/src/colors.css). */
const ownAccents = {
  light: { accent: '#4a6d42', ink: '#ffffff' },
  dark: { accent: '#a8c39b', ink: '#1a2317' },
} as const

/** The accent that the pages without script have, and the ink on it: the operator's or the pages' own. */
export const pageAccent = (scheme: 'light' | 'dark', colour: string | null): Pick<Accent, 'accent' | 'ink'> =>
  colour === null ? ownAccents[scheme] : accentIn(scheme, colour)
