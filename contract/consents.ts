import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { operation, pathText } from './operation/operation.ts'
import {
  AdminGroupSummary,
  ConsentView,
  ExportFormat,
  Nullable,
  SocialMediaConsent,
  SocialMediaPlatform,
  Success,
  Timestamp,
} from './shapes.ts'
import { UploadConsents } from './upload.ts'

const section = 'Admin: consent management'
const params = Type.Object({ groupId: pathText('Group id.') })

export const listAllPlatforms = operation({
  method: 'GET',
  url: '/api/admin/social-media/platforms',
  access: 'moderator',
  withoutGroups: true,
  section,
  summary: 'All social-media platforms, inactive ones too.',
  responses: { 200: Type.Array(SocialMediaPlatform) },
  errors: [403],
})

export const setGroupConsents = operation({
  method: 'POST',
  url: '/api/admin/groups/{groupId}/consents',
  access: 'moderator',
  section,
  summary: 'Set the consents of a group.',
  description:
    'What is left out stays as it is: workshopConsent, socialMediaConsents, and every platform not named in it.',
  params,
  body: UploadConsents,
  responses: { 200: Success(ConsentView.properties) },
  errors: [403, 404, 409],
  codes: ['NO_FIELDS', 'UNKNOWN_PLATFORM', 'WITHDRAWN_BY_OWNER'],
})

export const getGroupConsents = operation({
  method: 'GET',
  url: '/api/admin/groups/{groupId}/consents',
  access: 'moderator',
  section,
  summary: 'The consents of a group.',
  params,
  responses: { 200: ConsentView },
  errors: [403, 404],
})

const consentFilter = {
  displayInWorkshop: Type.Optional(Type.Boolean()),
  platformId: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.idMax })),
  platformConsent: Type.Optional(Type.Boolean()),
}

export const listGroupsByConsent = operation({
  method: 'GET',
  url: '/api/admin/groups/by-consent',
  access: 'moderator',
  section,
  summary: 'Groups by their consents; the filters combine with AND.',
  description: 'platformConsent is true when absent; false means that no consent for the platform is in force.',
  query: Type.Object(consentFilter),
  responses: {
    200: Type.Object({
      count: Type.Integer(),
      filters: Type.Object({
        displayInWorkshop: Nullable(Type.Boolean()),
        platformId: Nullable(Type.Integer()),
        platformConsent: Nullable(Type.Boolean()),
      }),
      groups: Type.Array(AdminGroupSummary),
    }),
  },
  errors: [400, 403],
  codes: ['UNKNOWN_PLATFORM'],
})

export const ExportedConsent = Type.Object(
  {
    groupId: Type.String(),
    groupName: Nullable(Type.String()),
    title: Nullable(Type.String()),
    year: Type.Integer(),
    uploadDate: Timestamp,
    isApproved: Type.Boolean(),
    workshopConsent: Type.Boolean(),
    consentTimestamp: Nullable(Timestamp),
    socialMediaConsents: Type.Array(SocialMediaConsent),
    consentVersion: Nullable(Type.String({ description: 'Of the text that was agreed to.' })),
    consentLanguage: Nullable(Type.String()),
  },
  { $id: 'ExportedConsent' },
)
export type ExportedConsent = Static<typeof ExportedConsent>

export const exportConsents = operation({
  method: 'GET',
  url: '/api/admin/consents/export',
  access: 'moderator',
  section,
  summary: 'Export the consents of all groups.',
  description:
    'CSV: RFC 4180 in UTF-8 with a byte order mark; groupId, groupName, title, year, uploadDate, isApproved, workshopConsent, ' +
    'consentTimestamp, then one column per platform_name (true, false or revoked), consentVersion, consentLanguage. Cells that a spreadsheet would run are neutralised.',
  query: Type.Object({
    format: Type.Optional(ExportFormat),
    year: Type.Optional(Type.Integer({ minimum: 0, maximum: 9_999 })),
    approved: Type.Optional(Type.Boolean()),
    ...consentFilter,
  }),
  alsoProduces: 'text/csv',
  responses: {
    200: Type.Object({
      exportDate: Timestamp,
      filters: Type.Object({ year: Nullable(Type.Integer()), approved: Nullable(Type.Boolean()), ...consentFilter }),
      count: Type.Integer(),
      data: Type.Array(ExportedConsent),
    }),
  },
  errors: [400, 403],
  codes: ['UNKNOWN_PLATFORM'],
})

export const ConsentChange = Type.Object(
  {
    id: Type.Integer(),
    consentType: Type.Enum(['workshop', 'social_media', 'minors']),
    platformId: Nullable(Type.Integer()),
    platformName: Nullable(Type.String()),
    action: Type.Enum(['give', 'revoke', 'restore']),
    wording: Nullable(Type.String({ description: 'The version of the text that was agreed to.' })),
    language: Nullable(Type.String({ description: 'Of that text.' })),
    source: Type.Enum(['upload', 'management', 'admin', 'migration'], { description: 'How it was changed.' }),
    username: Nullable(Type.String({ description: 'The admin who changed it.' })),
    timestamp: Timestamp,
  },
  { $id: 'ConsentChange' },
)
export type ConsentChange = Static<typeof ConsentChange>

export const listConsentHistory = operation({
  method: 'GET',
  url: '/api/admin/groups/{groupId}/consent-history',
  access: 'moderator',
  summary: 'How the consents of a group came about, oldest first.',
  params,
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      groupId: Type.String(),
      history: Type.Array(ConsentChange),
      total: Type.Integer(),
    }),
  },
  errors: [403, 404],
})

const ProofChange = Type.Object({
  action: Type.Enum(['give', 'revoke', 'restore']),
  at: Timestamp,
  by: Type.String({ description: '`owner`, or the user name of the admin; `service` for a migration or a restore.' }),
  version: Type.String(),
  language: Nullable(Type.String()),
})

export const ConsentProof = Type.Object(
  {
    type: Type.Enum(['workshop', 'social_media', 'minors']),
    platformId: Type.Optional(Type.Integer()),
    platformName: Type.Optional(Type.String()),
    given: Type.Boolean({ description: 'In force now.' }),
    at: Nullable(Timestamp),
    by: Nullable(Type.String()),
    version: Nullable(Type.String()),
    language: Nullable(Type.String()),
    text: Nullable(Type.String({ description: 'What was agreed to; null where it is from before texts were kept.' })),
    history: Type.Array(ProofChange),
  },
  { $id: 'ConsentProof' },
)
export type ConsentProof = Static<typeof ConsentProof>

export const proveConsents = operation({
  method: 'GET',
  url: '/api/admin/groups/{groupId}/consents/proof',
  access: 'moderator',
  summary: 'What was agreed to for a group, when and by whom; with format=html a page to print.',
  params,
  query: Type.Object({
    format: Type.Optional(Type.Enum(['json', 'html'], { description: 'Default json.' })),
    language: Type.Optional(Type.Enum(['de', 'en'], { description: 'Of the page, not of the texts. Default en.' })),
  }),
  alsoProduces: 'text/html',
  responses: { 200: Type.Object({ groupId: Type.String(), consents: Type.Array(ConsentProof) }) },
  errors: [400, 403, 404],
})
