import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { operation, operationsWith } from './operation/operation.ts'
import {
  AdminGroupSummary,
  ConsentView,
  ExportFormat,
  Named,
  Nullable,
  Ok,
  ofExhibition,
  SocialMediaConsent,
  SocialMediaPlatform,
  Success,
  Timestamp,
} from './shapes.ts'
import { UploadConsents } from './upload.ts'

const specified = operationsWith({ section: 'Admin: consent management' })

export const listAllPlatforms = specified('GET /api/admin/social-media/platforms', 'moderator', {
  withoutGroups: true,
  summary: 'All social-media platforms, inactive ones too.',
  responses: { 200: Type.Array(SocialMediaPlatform) },
})

export const setGroupConsents = specified('POST /api/admin/groups/{groupId}/consents', 'moderator', {
  summary: 'Set the consents of a group.',
  description:
    'What is left out stays as it is: workshopConsent, socialMediaConsents, and every platform not named in it.',
  body: Type.Omit(UploadConsents, ['wording']),
  responses: { 200: Success(ConsentView.properties) },
  codes: ['NO_FIELDS', 'UNKNOWN_PLATFORM', 'WITHDRAWN_BY_OWNER'],
})

export const getGroupConsents = specified('GET /api/admin/groups/{groupId}/consents', 'moderator', {
  summary: 'The consents of a group.',
  responses: { 200: ConsentView },
})

const consentFilter = {
  displayInWorkshop: Type.Optional(Type.Boolean()),
  platformId: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.idMax })),
  platformConsent: Type.Optional(Type.Boolean()),
}

export const listGroupsByConsent = specified('GET /api/admin/groups/by-consent', 'moderator', {
  summary: 'Groups by their consents; the filters combine with AND.',
  description: 'platformConsent is true when absent; false means that no consent for the platform is in force.',
  query: Type.Object({ ...consentFilter, ...ofExhibition }),
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
  codes: ['UNKNOWN_PLATFORM'],
})

export const ExportedConsent = Named('ExportedConsent', {
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
})
export type ExportedConsent = Static<typeof ExportedConsent>

export const exportConsents = specified('GET /api/admin/consents/export', 'moderator', {
  summary: 'Export the consents of all groups.',
  description:
    'CSV: RFC 4180 in UTF-8 with a byte order mark; groupId, groupName, title, year, uploadDate, isApproved, workshopConsent, ' +
    'consentTimestamp, then one column per platform_name (true, false or revoked), consentVersion, consentLanguage. Cells that a spreadsheet would run are neutralised.',
  query: Type.Object({
    format: Type.Optional(ExportFormat),
    year: Type.Optional(Type.Integer({ minimum: 0, maximum: 9_999 })),
    approved: Type.Optional(Type.Boolean()),
    ...consentFilter,
    ...ofExhibition,
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
  codes: ['UNKNOWN_PLATFORM'],
})

export const ConsentChange = Named('ConsentChange', {
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
})
export type ConsentChange = Static<typeof ConsentChange>

export const listConsentHistory = operation('GET /api/admin/groups/{groupId}/consent-history', 'moderator', {
  summary: 'How the consents of a group came about, oldest first.',
  responses: { 200: Ok({ groupId: Type.String(), history: Type.Array(ConsentChange), total: Type.Integer() }) },
})

const ProofChange = Type.Object({
  action: Type.Enum(['give', 'revoke', 'restore']),
  at: Timestamp,
  by: Type.String({ description: '`owner`, or the user name of the admin; `service` for a migration or a restore.' }),
  version: Type.String(),
  language: Nullable(Type.String()),
})

export const ConsentProof = Named('ConsentProof', {
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
})
export type ConsentProof = Static<typeof ConsentProof>

export const proveConsents = operation('GET /api/admin/groups/{groupId}/consents/proof', 'moderator', {
  summary: 'What was agreed to for a group, when and by whom; with format=html a page to print.',
  query: Type.Object({
    format: Type.Optional(Type.Enum(['json', 'html'], { description: 'Default json.' })),
    language: Type.Optional(Type.Enum(['de', 'en'], { description: 'Of the page, not of the texts. Default en.' })),
  }),
  alsoProduces: 'text/html',
  responses: { 200: Type.Object({ groupId: Type.String(), consents: Type.Array(ConsentProof) }) },
})
