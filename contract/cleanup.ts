import { Type } from 'typebox'
import { operationsWith } from './operation/operation.ts'
import { Nullable, OfExhibition, Success, Timestamp } from './shapes.ts'

const specified = operationsWith({ section: 'Admin: deletion log, cleanup, monitoring' })

export const triggerCleanup = specified('POST /api/admin/cleanup/trigger', 'admin', {
  summary: 'Run the cleanup now.',
  responses: { 200: Success({ deletedGroups: Type.Integer() }) },
})

export const previewCleanup = specified('GET /api/admin/cleanup/preview', 'moderator', {
  summary: 'What the cleanup would delete now.',
  query: OfExhibition,
  responses: {
    200: Success({
      groupsToDelete: Type.Integer(),
      groups: Type.Array(
        Type.Object({
          id: Type.String({ description: 'Group id.' }),
          groupName: Nullable(Type.String()),
          uploadDate: Timestamp,
          wasApproved: Type.Boolean({
            description: 'It goes because of approvedRetentionDays (D75), or with its exhibition (D85).',
          }),
          daysUntilDeletion: Type.Integer({ description: 'Rounded down; negative when overdue.' }),
          imageCount: Type.Integer(),
        }),
      ),
    }),
  },
})
