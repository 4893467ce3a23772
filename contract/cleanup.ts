import { Type } from 'typebox'
import { operation } from './operation/operation.ts'
import { Nullable, Success, Timestamp } from './shapes.ts'

const section = 'Admin: deletion log, cleanup, monitoring'

export const triggerCleanup = operation({
  method: 'POST',
  url: '/api/admin/cleanup/trigger',
  access: 'admin',
  section,
  summary: 'Run the cleanup now.',
  responses: { 200: Success({ deletedGroups: Type.Integer() }) },
  errors: [403],
})

export const previewCleanup = operation({
  method: 'GET',
  url: '/api/admin/cleanup/preview',
  access: 'moderator',
  section,
  summary: 'What the cleanup would delete now.',
  responses: {
    200: Success({
      groupsToDelete: Type.Integer(),
      groups: Type.Array(
        Type.Object({
          id: Type.String({ description: 'Group id.' }),
          groupName: Nullable(Type.String()),
          uploadDate: Timestamp,
          wasApproved: Type.Boolean({ description: 'It goes because of approvedRetentionDays (D75).' }),
          daysUntilDeletion: Type.Integer({ description: 'Rounded down; negative when overdue.' }),
          imageCount: Type.Integer(),
        }),
      ),
    }),
  },
  errors: [403],
})
