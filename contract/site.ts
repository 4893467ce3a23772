import { type Static, Type } from 'typebox'
import { operationsWith } from './operation/operation.ts'
import type { ConsentTexts, LanguageTexts } from './settings/site-settings.ts'
import { Named, Nullable } from './shapes.ts'

const operation = operationsWith({ withoutGroups: true })

const texts = { type: 'object', additionalProperties: true } as const

export const Site = Named('Site', {
  name: Type.String(),
  logo: Nullable(Type.String({ description: 'Its path; changes with the logo.' })),
  accentColour: Nullable(Type.String({ description: '#rrggbb; null: that of the pages.' })),
  welcomeText: Type.Unsafe<LanguageTexts>({ ...texts, description: 'By language.' }),
  contact: Nullable(Type.String({ description: 'An http, https or mailto address.' })),
  imprint: Nullable(Type.String({ description: 'An address or a path.' })),
  privacy: Nullable(Type.String({ description: 'An address or a path.' })),
  consentTexts: Type.Unsafe<ConsentTexts>({
    ...texts,
    description: 'By language and consent; the rest keeps its wording.',
  }),
  minorsTick: Type.Boolean(),
  languages: Type.Array(Type.String(), { description: "Of the visitors' pages." }),
})
export type Site = Static<typeof Site>

/** What runs (D93). */
export const Release = Type.Object({
  version: Type.String(),
  commit: Nullable(Type.String({ description: 'Of the sources, 40 hex digits; null when unknown.' })),
})
export type Release = Static<typeof Release>

export const getSite = operation('GET /api/site', 'public', {
  summary: 'Name, logo, colour, texts and languages of the site (D75), and which release runs (D93).',
  responses: { 200: Type.Object({ ...Site.properties, ...Release.properties }) },
})

const png = { produces: 'image/png', responses: { 200: Type.String({ contentMediaType: 'application/octet-stream' }) } }

export const getSiteLogo = operation('GET /api/site/logo', 'public', {
  ...png,
  alsoProduces: 'image/jpeg',
  summary: 'The logo.',
  codes: ['FILE_NOT_FOUND'],
})

export const getSiteIcon = operation('GET /api/site/icons/{name}', 'public', {
  ...png,
  summary: 'An icon made of the logo: apple-touch-180, icon-192, icon-512 or maskable-512.',
  pathTexts: { name: 'Name of the icon.' },
  codes: ['FILE_NOT_FOUND'],
})

const page = {
  query: Type.Object({
    lang: Type.Optional(Type.String({ description: 'Language; by default that of Accept-Language.' })),
  }),
  produces: 'text/html',
  responses: { 200: Type.String(), 302: Type.Null() },
  codes: ['NOT_FOUND'],
} as const

export const viewImprint = operation('GET /imprint', 'public', { ...page, summary: 'The imprint; 302 to its address.' })
export const viewPrivacy = operation('GET /privacy', 'public', {
  ...page,
  summary: 'The privacy text; 302 to its address.',
})
