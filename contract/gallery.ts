import { Type } from 'typebox'
import { limits } from './limits.ts'
import { operation } from './operation/operation.ts'
import { ExhibitionName, ListQuery, listPart, PublicGroup } from './shapes.ts'

export const viewGallery = operation('GET /api/gallery/{slug}', 'public', {
  pathTexts: { slug: 'Slug of an exhibition; `main` is the first.' },
  summary: 'What the gallery of an exhibition shows on the web (D90).',
  description:
    'In the order of the feed: approved groups whose consent to the platform `website` is in force. Names and paths are ' +
    'those of the gallery, below `/gallery/files/`: JPEGs at most 1,600 and 800 pixels wide, which end with the consent. ' +
    '404 while the gallery is off. Answers have an ETag.',
  query: Type.Object({
    limit: ListQuery.properties.limit,
    offset: listPart.offset,
  }),
  responses: {
    200: Type.Object({
      exhibition: ExhibitionName,
      groups: Type.Array(PublicGroup),
      totalCount: Type.Integer({ description: 'All groups of the gallery, whatever limit and offset say.' }),
    }),
    304: Type.Null(),
  },
  codes: ['EXHIBITION_NOT_FOUND'],
})

export const viewOembed = operation('GET /api/oembed', 'public', {
  withoutGroups: true,
  summary: 'How another web site embeds a gallery: oEmbed 1.0, type `rich` (D90).',
  description: '404 for any other address, and while no web site may embed the gallery.',
  query: Type.Object({
    url: Type.String({ maxLength: limits.url, description: 'Address of a gallery of this service.' }),
    maxwidth: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    maxheight: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    format: Type.Optional(Type.Enum(['json'])),
  }),
  responses: {
    200: Type.Object({
      type: Type.Literal('rich'),
      version: Type.Literal('1.0'),
      title: Type.String(),
      provider_name: Type.String(),
      provider_url: Type.String(),
      html: Type.String({ description: 'An iframe.' }),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
  },
  codes: ['EXHIBITION_NOT_FOUND'],
})
