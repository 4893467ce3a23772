import { type Static, Type } from 'typebox'
import { operation } from './operation/operation.ts'
import { ExhibitionName, Named, Nullable, Ok, Success, Text, Timestamp } from './shapes.ts'
import { groupTexts } from './texts/group-texts.ts'

/** A link with which a member of the team uploads under a name (D91). Its secret is not among its fields. */
export const StaffLink = Named('StaffLink', {
  id: Type.Integer(),
  name: Type.String({ description: 'The name of every group that is uploaded with it.' }),
  exhibition: Nullable(ExhibitionName),
  expiresAt: Timestamp,
  approvesAtOnce: Type.Boolean({
    description: 'Its groups are approved, as by its maker, as long as that account may.',
  }),
  revoked: Type.Boolean(),
  createdAt: Timestamp,
  createdBy: Type.String({ description: 'Name of the account that made it.' }),
})
export type StaffLink = Static<typeof StaffLink>

const url = '/api/admin/staff-links'

export const listStaffLinks = operation(`GET ${url}`, 'admin', {
  summary: 'All staff links, newest first, without their secrets (D91).',
  responses: { 200: Ok({ staffLinks: Type.Array(StaffLink) }) },
})

export const createStaffLink = operation(`POST ${url}`, 'admin', {
  summary: 'Make a staff link. Its address is in this answer and nowhere else.',
  body: Type.Object({
    name: Text(groupTexts.name.maxLength),
    exhibition: Type.Optional(Type.String({ maxLength: 40, description: 'Slug; `main` when absent.' })),
    expiresAt: Type.String({ maxLength: 40, description: 'ISO 8601 with an offset, in the future.' }),
    approvesAtOnce: Type.Optional(Type.Boolean({ description: 'Default false.' })),
  }),
  responses: { 201: Success({ id: Type.Integer(), url: Type.String({ description: '<site>/s/<secret>' }) }) },
  codes: ['EXHIBITION_NOT_FOUND', 'TEXT_TOO_LONG'],
})

export const revokeStaffLink = operation(`PATCH ${url}/{id}`, 'admin', {
  pathTexts: { id: 'Id of the staff link.' },
  summary: 'Revoke a staff link, for good: what was begun with it cannot be completed.',
  body: Type.Object({ revoked: Type.Literal(true) }),
  responses: { 200: Success({ staffLink: StaffLink }) },
  codes: ['STAFF_LINK_NOT_FOUND'],
})
