import { type Static, Type } from 'typebox'
import { operation, pathText } from './operation/operation.ts'
import type { ConsentTexts, LanguageTexts } from './settings/site-settings.ts'
import { Nullable } from './shapes.ts'

const open = { method: 'GET', access: 'public', withoutGroups: true } as const
const texts = { type: 'object', additionalProperties: true } as const

export const Site = Type.Object(
  {
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
  },
  { $id: 'Site' },
)
export type Site = Static<typeof Site>

export const getSite = operation({
  ...open,
  url: '/api/site',
  summary: 'Name, logo, colour, texts and languages of the site (D75).',
  responses: { 200: Site },
})

const png = { produces: 'image/png', responses: { 200: Type.String({ contentMediaType: 'application/octet-stream' }) } }

export const getSiteLogo = operation({
  ...open,
  ...png,
  url: '/api/site/logo',
  alsoProduces: 'image/jpeg',
  summary: 'The logo.',
  errors: [404],
  codes: ['FILE_NOT_FOUND'],
})

export const getSiteIcon = operation({
  ...open,
  ...png,
  url: '/api/site/icons/{name}',
  summary: 'An icon made of the logo: apple-touch-180, icon-192, icon-512 or maskable-512.',
  params: Type.Object({ name: pathText('Name of the icon.') }),
  errors: [404],
  codes: ['FILE_NOT_FOUND'],
})

const page = {
  ...open,
  query: Type.Object({
    lang: Type.Optional(Type.String({ description: 'Language; by default that of Accept-Language.' })),
  }),
  produces: 'text/html',
  responses: { 200: Type.String(), 302: Type.Null() },
  errors: [400, 404],
  codes: ['NOT_FOUND'],
} as const

export const viewImprint = operation({ ...page, url: '/imprint', summary: 'The imprint; 302 to its address.' })
export const viewPrivacy = operation({ ...page, url: '/privacy', summary: 'The privacy text; 302 to its address.' })
