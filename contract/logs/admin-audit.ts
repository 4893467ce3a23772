import { type Static, Type } from 'typebox'
import { operationsWith } from '#contract/operation/operation.ts'
import { ExportFormat, ListQuery, Named, Nullable, OfExhibition, Ok, Timestamp } from '#contract/shapes.ts'

export const AdminAuditEntry = Named('AdminAuditEntry', {
  id: Type.Integer(),
  actor_id: Nullable(
    Type.Integer({ description: 'Null for a failed login, and for what was done on the command line.' }),
  ),
  actor_name: Type.String({ description: 'The name at that time; for a failed login, the name that was tried.' }),
  action: Type.String({
    description: 'The name of the operation in snake_case, with `_failed` for wrong passwords and codes.',
  }),
  target_type: Nullable(Type.String({ description: 'group, image, user, address …' })),
  target_id: Nullable(Type.String()),
  target_name: Type.Optional(
    Type.String({ description: 'Of a group or image: what the group is called now. For admins; not in the CSV.' }),
  ),
  details: Nullable(
    Type.Object({}, { additionalProperties: true, description: 'Fields and counts, no texts of visitors.' }),
  ),
  ip_address: Nullable(Type.String()),
  created_at: Timestamp,
})
export type AdminAuditEntry = Static<typeof AdminAuditEntry>

const operation = operationsWith({ withoutGroups: true })

export const listAdminAudit = operation('GET /api/admin/admin-audit', 'oversight', {
  summary: 'Who did what, newest first.',
  description:
    'Every login, including failed ones, and everything that users with an account changed or exported. Entries are never ' +
    'changed, and are deleted after ADMIN_AUDIT_RETENTION_DAYS. `format=csv` streams all that match, whatever the limit. ' +
    'A page of a search looks at 40,000 entries: it may have fewer than `limit`, or none, and `nextBefore` says where to go on.',
  query: Type.Object({
    ...ListQuery.properties,
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The last id seen.' }),
    ),
    actor: Type.Optional(Type.String({ description: 'User name, ignoring case.' })),
    action: Type.Optional(Type.String()),
    search: Type.Optional(Type.String({ description: 'Part of a name, of the id of a target or of an address.' })),
    since: Type.Optional(Type.String({ format: 'date-time', description: 'Only entries made then or later.' })),
    until: Type.Optional(Type.String({ format: 'date-time', description: 'Only entries made before.' })),
    format: Type.Optional(ExportFormat),
  }),
  alsoProduces: 'text/csv',
  responses: {
    200: Ok({
      entries: Type.Array(AdminAuditEntry),
      nextBefore: Nullable(Type.Integer({ description: '`before` of the next page; null on the last.' })),
    }),
  },
})

export const listAdminAuditActors = operation('GET /api/admin/admin-audit/actors', 'oversight', {
  summary: 'Names that have entries in the log, without those of failed logins alone.',
  query: OfExhibition,
  responses: { 200: Ok({ actors: Type.Array(Type.String()) }) },
})
