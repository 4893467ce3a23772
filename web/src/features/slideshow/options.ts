import { limits } from '#contract/limits.ts'
import type { SlideshowOptions } from '#contract/screens.ts'
import { defaultOptions, groupOrders, layouts, photoFits, secondsRange } from '#contract/site/slideshow-options.ts'

/** The options in the slideshow's address. */
export interface Options extends SlideshowOptions {
  /** Only groups of these years, both included. */
  readonly years: { readonly from: number; readonly to: number } | undefined
  /** Begins without the start button, and without full screen, which needs a gesture. */
  readonly autostart: boolean
  /** As `GET /api/groups` takes it: a slug, several with commas, or `*` (D83). */
  readonly exhibition: string
}

/** An ignored parameter: unknown, or with an invalid value. */
interface IgnoredOption {
  readonly name: string
  readonly value: string
}

export const defaults: Options = {
  ...defaultOptions,
  years: undefined,
  autostart: false,
  exhibition: 'main',
}

const yes = ['', '1', 'true', 'yes', 'on']
const no = ['0', 'false', 'no', 'off']

const flag = (value: string): boolean | undefined =>
  yes.includes(value) ? true : no.includes(value) ? false : undefined

const oneOf =
  <T extends string>(all: readonly T[]) =>
  (value: string): T | undefined =>
    all.find((each) => each === value)

const seconds = (value: string): number | undefined => {
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  return number >= secondsRange.min && number <= secondsRange.max ? number : undefined
}

/** `2024`, or `2019-2024` for several. */
const years = (value: string): Options['years'] => {
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(value) ?? []
  const [from, to] = [Number(first), Number(last)]
  return from >= limits.yearMin && from <= to ? { from, to } : undefined
}

/** Empty, which no exhibition is called, for an invalid value: the screen must not show the photos of another one. */
const slugs = (value: string): string =>
  value === '*' || /^[a-z0-9-]{2,40}(,[a-z0-9-]{2,40}){0,19}$/.test(value) ? value : ''

/** By name in the address: the option and how its value is read; undefined for an invalid value. */
const readers = {
  seconds: as('seconds', seconds),
  layout: as('layout', oneOf(layouts)),
  fit: as('fit', oneOf(photoFits)),
  captions: as('captions', flag),
  cards: as('cards', flag),
  codes: as('codes', flag),
  pairs: as('pairs', flag),
  qr: as('qr', flag),
  order: as('order', oneOf(groupOrders)),
  year: as('years', years),
  autostart: as('autostart', flag),
  exhibition: as('exhibition', slugs),
}

export const isOptionName = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name)

function as<K extends keyof Options>(key: K, read: (value: string) => Options[K] | undefined) {
  return (text: string): Partial<Options> | undefined => {
    const value = read(text)
    return value === undefined ? undefined : ({ [key]: value } as Pick<Options, K>)
  }
}

/** Reads what follows the `?`. Invalid values keep the default and are reported. */
export const readOptions = (search: string): { options: Options; ignored: readonly IgnoredOption[] } => {
  let options = defaults
  const ignored: IgnoredOption[] = []
  for (const [name, raw] of new URLSearchParams(search)) {
    const value = raw.trim().toLowerCase()
    const read = isOptionName(name) ? readers[name](value) : undefined
    if (read) options = { ...options, ...read }
    else ignored.push({ name, value: raw })
  }
  return { options, ignored }
}
