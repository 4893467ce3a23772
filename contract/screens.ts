import { type Static, Type } from 'typebox'
import { Slug } from './exhibitions.ts'
import { limits } from './limits.ts'
import { operation } from './operation/operation.ts'
import { Named, Nullable, Ok, Success, Text, Timestamp } from './shapes.ts'
import { groupOrders, layouts, photoFits, secondsRange } from './site/slideshow-options.ts'

const pathTexts = { id: 'Screen id.' }
const Time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'HH:MM in Berlin.' })

/** Beyond midnight where `to` is not after `from`. */
const OpeningHours = Type.Object({
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    description: 'Days on which they begin: 1 is Monday.',
  }),
  from: Time,
  to: Time,
})

/** What an address of the slideshow can say, and when the screen is on. */
export const ScreenSettings = Named('ScreenSettings', {
  layout: Type.Enum([...layouts], {
    description:
      '`single`: one photo; `wall`: a mosaic of which one photo changes at a time; `split`: one and the next three.',
  }),
  seconds: Type.Integer({ minimum: secondsRange.min, maximum: secondsRange.max }),
  fit: Type.Enum([...photoFits]),
  captions: Type.Boolean(),
  cards: Type.Boolean({ description: 'Title cards of their own, instead of titles over the first photos.' }),
  codes: Type.Boolean(),
  pairs: Type.Boolean({
    description: 'Two portraits beside each other on a wide screen, two landscapes above each other on an upright one.',
  }),
  qr: Type.Boolean(),
  order: Type.Enum([...groupOrders]),
  years: Nullable(
    Type.Object({
      from: Type.Integer({ minimum: limits.yearMin, maximum: 9999 }),
      to: Type.Integer({ minimum: limits.yearMin, maximum: 9999 }),
    }),
  ),
  openingHours: Nullable(OpeningHours),
})
export type ScreenSettings = Static<typeof ScreenSettings>
/** What an address of the slideshow can say. */
export type SlideshowOptions = Readonly<Omit<ScreenSettings, 'years' | 'openingHours'>>

/** Whose photos a screen shows (D83). */
const ScreenExhibitions = Type.Union(
  [Type.Literal('*'), Type.Array(Slug, { minItems: 1, maxItems: limits.feedExhibitions, uniqueItems: true })],
  { description: 'Slugs, or `*` for all. Those that end are left out.' },
)
export type ScreenExhibitions = Static<typeof ScreenExhibitions>

/** What an address has said before the screen had settings of its own. */
const FirstSettings = Type.Partial(
  Type.Object({ ...Type.Omit(ScreenSettings, ['openingHours']).properties, exhibitions: ScreenExhibitions }),
)
export type FirstSettings = Static<typeof FirstSettings>

export const screenCommands = ['pause', 'resume', 'skip', 'reload'] as const
const ScreenCommand = Type.Enum([...screenCommands])

export const Screen = Named('Screen', {
  id: Type.Integer(),
  name: Type.String(),
  settings: ScreenSettings,
  exhibitions: ScreenExhibitions,
  paused: Type.Boolean(),
  isOpen: Type.Boolean({ description: 'It is in its opening hours now.' }),
  isSilent: Type.Boolean({ description: 'It has not reported for a minute.' }),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  imageId: Nullable(Type.Integer({ description: 'The photo that it shows.' })),
  groupId: Nullable(Type.String({ description: "The photo's group; null where it is gone." })),
  previewPath: Nullable(Type.String()),
  version: Nullable(Type.String({ description: 'Of its page.' })),
})
export type Screen = Static<typeof Screen>

export const createPairing = operation('POST /api/slideshow/pairings', 'public', {
  withoutGroups: true,
  summary: 'Make a code for a slideshow page that wants a name.',
  description: 'The page shows the code until an admin enters it, and reports with the secret from then on.',
  body: Type.Object({ settings: Type.Optional(FirstSettings) }),
  bodyOptional: true,
  responses: {
    201: Ok({
      code: Type.String(),
      secret: Type.String({ description: 'Of this page alone.' }),
      expiresAt: Timestamp,
    }),
  },
  codes: ['RATE_LIMITED'],
})

export const sendHeartbeat = operation('POST /api/slideshow/heartbeat', 'public', {
  withoutGroups: true,
  summary: 'Report of a slideshow page, every few seconds.',
  description:
    'Answers with settings and commands. A command is repeated until a report names it in `done`; without `done` it is handed out once.',
  body: Type.Object({
    secret: Type.String({ minLength: 1, maxLength: 200 }),
    imageId: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: limits.idMax }))),
    version: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
    done: Type.Optional(
      Type.Array(Type.String({ maxLength: 50 }), {
        maxItems: 50,
        description: 'Ids of commands that were carried out.',
      }),
    ),
  }),
  responses: {
    200: Ok({
      paired: Type.Boolean(),
      name: Nullable(Type.String({ description: 'null, as settings, while nobody has entered the code.' })),
      settings: Nullable(Type.Object({ ...ScreenSettings.properties, exhibitions: ScreenExhibitions })),
      paused: Type.Boolean(),
      commands: Type.Array(Type.Object({ id: Type.String(), command: Type.Enum(['skip', 'reload']) })),
    }),
  },
  codes: ['SCREEN_NOT_FOUND'],
})

export const listScreens = operation('GET /api/admin/screens', 'admin', {
  summary: 'All screens, by name.',
  responses: { 200: Ok({ screens: Type.Array(Screen) }) },
})

export const createScreen = operation('POST /api/admin/screens', 'admin', {
  summary: 'Pair the slideshow page that shows this code.',
  body: Type.Object({
    code: Type.String({ maxLength: 50, description: 'In any case, with or without spaces.' }),
    name: Text(limits.screenName),
  }),
  responses: { 201: Success({ screen: Screen }) },
  codes: ['PAIRING_NOT_FOUND', 'TEXT_TOO_LONG'],
})

export const updateScreen = operation('PATCH /api/admin/screens/{id}', 'admin', {
  summary: 'Change name, settings and exhibitions of a screen.',
  pathTexts,
  body: Type.Object({
    name: Type.Optional(Text(limits.screenName)),
    settings: Type.Optional(ScreenSettings),
    exhibitions: Type.Optional(ScreenExhibitions),
  }),
  responses: { 200: Success({ screen: Screen }) },
  codes: ['SCREEN_NOT_FOUND', 'EXHIBITION_NOT_FOUND', 'NO_FIELDS', 'TEXT_TOO_LONG'],
})

export const deleteScreen = operation('DELETE /api/admin/screens/{id}', 'admin', {
  withoutGroups: true,
  summary: 'Forget a screen: its page continues unpaired.',
  pathTexts,
  responses: { 200: Success({}) },
  codes: ['SCREEN_NOT_FOUND'],
})

export const commandScreen = operation('POST /api/admin/screens/{id}/commands', 'admin', {
  summary: 'Pause, resume, skip or reload: in force with the next report of the screen.',
  pathTexts,
  body: Type.Object({ command: ScreenCommand }),
  responses: { 200: Success({ screen: Screen }) },
  codes: ['SCREEN_NOT_FOUND'],
})
