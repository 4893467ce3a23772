import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { operation, operationsWith, type Reply } from './operation/operation.ts'
import { type ConsentTexts, type LanguageTexts, siteSettings } from './settings/site-settings.ts'
import { Named, Nullable, Ok, SocialMediaPlatform, Success, Text, Timestamp } from './shapes.ts'

/** Texts of an exhibition that differ from the site's (D75, D79). */
export interface ExhibitionTexts {
  readonly welcomeText?: LanguageTexts
  readonly consentTexts?: ConsentTexts
  readonly minorsTick?: boolean
}

const exhibitionTexts = Type.Unsafe<ExhibitionTexts>({
  type: 'object',
  properties: {
    welcomeText: siteSettings.welcomeText.schema,
    consentTexts: siteSettings.consentTexts.schema,
    minorsTick: siteSettings.minorsTick.schema,
  },
  additionalProperties: false,
  description: "By the keys of the settings; what is absent is the site's.",
})

export const Slug = Type.String({ pattern: '^[a-z0-9-]{2,40}$', description: 'In addresses; kept for good.' })
const AccessCode = Type.String({ pattern: '^[A-Za-z0-9]{4,32}$', description: 'Upper and lower case are the same.' })
const Days = Type.Integer({
  minimum: 1,
  maximum: 3_650,
  description: 'Days after the end until its groups are deleted.',
})
const platformIds = Nullable(
  Type.Array(Type.Integer({ minimum: 1, maximum: limits.idMax }), {
    maxItems: limits.formEntries,
    uniqueItems: true,
    description: 'Platforms that it asks consent for; null: all active ones.',
  }),
)
const gallery = Type.Boolean({
  description: "Shown on the web, as far as the groups' consents to the platform `website` allow (D90).",
})
/** What is wrong with a time is INVALID_TIMES, so the use case checks it. */
const Time = Nullable(Type.String({ maxLength: 40, description: 'ISO 8601 with an offset; null: no such time.' }))

const times = { opensAt: Nullable(Timestamp), closesAt: Nullable(Timestamp) }
const isOpen = Type.Boolean({ description: 'Takes photos now.' })

export const Exhibition = Named('Exhibition', {
  id: Type.Integer(),
  slug: Slug,
  name: Type.String({ description: "Of the first exhibition, `main`: the site's name." }),
  ...times,
  endsAt: Nullable(Timestamp),
  deletedAfterDays: Nullable(Days),
  accessCode: Nullable(AccessCode),
  isOpen,
  isEnded: Type.Boolean({ description: 'Nothing of it is shown any more.' }),
  texts: exhibitionTexts,
  platformIds,
  gallery,
  counts: Type.Object({ pending: Type.Integer(), approved: Type.Integer(), images: Type.Integer() }),
  groupCountAtEnd: Nullable(Type.Integer({ description: 'Groups that it had when it ended.' })),
  revision: Type.Integer({ description: 'Changes with every change of the exhibition itself.' }),
})
export type Exhibition = Static<typeof Exhibition>

const changes = {
  name: Text(limits.exhibitionName),
  opensAt: Time,
  closesAt: Time,
  endsAt: Nullable(
    Type.String({ maxLength: 40, description: 'May lie in the past: it ends now. `closesAt` is never later.' }),
  ),
  deletedAfterDays: Nullable(Days),
  accessCode: Nullable(AccessCode),
  texts: exhibitionTexts,
  platformIds,
  gallery,
}

export const NewExhibition = Type.Object({
  slug: Slug,
  ...Type.Partial(Type.Object(changes)).properties,
  name: changes.name,
})
export type NewExhibition = Static<typeof NewExhibition>

export const ExhibitionChange = Type.Object({
  ...Type.Partial(Type.Object(changes)).properties,
  slug: Type.Optional(Type.String({ maxLength: 40, description: 'Only the one that it has.' })),
  revision: Type.Optional(Type.Integer({ description: 'As seen; an outdated one is refused.' })),
})
export type ExhibitionChange = Static<typeof ExhibitionChange>

/** What visitors send with an upload (D81). */
export const exhibitionFields = {
  exhibition: Type.Optional(Type.String({ maxLength: 40, description: 'Slug; `main` when absent.' })),
  accessCode: Type.Optional(Type.String({ maxLength: 100, description: 'Where the exhibition needs one.' })),
  staffLink: Type.Optional(
    Type.String({ maxLength: 100, description: 'The secret of a staff link, whose name and exhibition count (D91).' }),
  ),
}

const Saved = Success({ exhibition: Exhibition })
const adminOperation = operationsWith({ pathTexts: { id: 'Exhibition id; 1 is `main`.' } })
const url = '/api/admin/exhibitions'

export const listExhibitions = adminOperation(`GET ${url}`, 'moderator', {
  summary: 'All exhibitions, newest first, `main` last (D79).',
  responses: { 200: Ok({ exhibitions: Type.Array(Exhibition), count: Type.Integer() }) },
})

export const createExhibition = adminOperation(`POST ${url}`, 'admin', {
  summary: 'Add an exhibition.',
  body: NewExhibition,
  responses: { 201: Saved },
  codes: ['SLUG_TAKEN', 'INVALID_TIMES', 'UNKNOWN_PLATFORM', 'TEXT_TOO_LONG', 'TOO_MANY_EXHIBITIONS'],
})

export const updateExhibition = adminOperation(`PATCH ${url}/{id}`, 'admin', {
  summary: 'Change an exhibition; `main` has no name and no end of its own.',
  body: ExhibitionChange,
  responses: { 200: Saved },
  codes: [
    'EXHIBITION_NOT_FOUND',
    'EXHIBITION_CHANGED',
    'INVALID_TIMES',
    'UNKNOWN_PLATFORM',
    'TEXT_TOO_LONG',
    'NO_FIELDS',
  ],
})

export const deleteExhibition = adminOperation(`DELETE ${url}/{id}`, 'admin', {
  summary: 'Delete an exhibition that holds no group.',
  responses: { 200: Success({}) },
  codes: ['EXHIBITION_NOT_FOUND', 'EXHIBITION_NOT_EMPTY'],
})

export const copyExhibition = adminOperation(`POST ${url}/{id}/copy`, 'admin', {
  summary: 'Add an exhibition with the same texts, platforms and limits; without times and groups.',
  body: Type.Object({ slug: Slug, name: changes.name }),
  responses: { 201: Saved },
  codes: ['EXHIBITION_NOT_FOUND', 'SLUG_TAKEN', 'TEXT_TOO_LONG', 'TOO_MANY_EXHIBITIONS'],
})

export const moveGroups = adminOperation(`POST ${url}/{id}/groups`, 'admin', {
  summary: 'Move groups into an exhibition, all or none; consents and approval stay as they are.',
  body: Type.Object({ groupIds: Type.Array(Type.String(), { minItems: 1, maxItems: limits.movedGroups }) }),
  responses: { 200: Success({ exhibition: Exhibition, movedCount: Type.Integer() }) },
  codes: ['EXHIBITION_NOT_FOUND', 'GROUP_NOT_FOUND'],
})

export const downloadExhibitionArchive = adminOperation(`GET ${url}/{id}/archive`, 'admin', {
  summary:
    'What remains of an exhibition as a ZIP, also after its end: photos, captions.csv, consents.csv, exhibition.json.',
  description:
    'Approved photos with the consent to the display in force, hidden ones not; consents.csv is about their groups and has the columns of ' +
    'the export of consents. Resumes with Range and If-Range; if a consent is withdrawn during the download, the connection closes before the end.',
  produces: 'application/zip',
  responses: { 200: Type.String({ contentMediaType: 'application/octet-stream' }) },
  codes: ['EXHIBITION_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})

export const getExhibition = operation('GET /api/exhibitions/{slug}', 'public', {
  withoutGroups: true,
  pathTexts: { slug: 'Slug of the exhibition.' },
  summary: 'What an upload page shows of an exhibition that has not ended (D81).',
  responses: {
    200: Type.Object({
      slug: Slug,
      name: Type.String(),
      isOpen,
      ...times,
      needsCode: Type.Boolean({ description: 'Uploads need its access code.' }),
      texts: Type.Unsafe<Required<ExhibitionTexts>>({
        type: 'object',
        additionalProperties: true,
        description: "Its own, completed by the site's.",
      }),
      platforms: Type.Array(SocialMediaPlatform),
    }),
  },
  codes: ['EXHIBITION_NOT_FOUND'],
})

/** What the document of an upload page says of its exhibition (D83). */
export type ExhibitionFacts = Readonly<Omit<Reply<typeof getExhibition>, 'texts' | 'platforms'>>
