import { query, type Requests } from './request.ts'
import type { Body, Words } from './words.ts'

const entries =
  ({ numberOf }: Words) =>
  ({ logs, total }: Body) => ({
    logs: logs.map(({ group_id, action, success }: Body) => ({ group: numberOf(group_id), action, success })),
    total,
  })

type Op =
  | ('history' | 'takedowns' | 'previewCleanup' | 'deletionLog' | 'deletionStats')
  | ('auditLog' | 'auditOfGroup' | 'auditStats')

export const logs: Requests<Op> = {
  history: ({ admin, words }, { group }) => ({
    send: () => admin(words.groupPath(group, '/consent-history')),
    project: ({ history }) => ({
      history: history.map(({ platformId, action, source }: Body) => `${platformId ?? 'workshop'} ${action} ${source}`),
    }),
  }),
  takedowns: ({ admin, words }, { done }) => ({
    send: () => admin(`/api/admin/consents/takedowns?${query({ done })}`),
    project: ({ takedowns }) => ({
      takedowns: takedowns
        .map(({ groupId, platformId, done }: Body) => `${words.numberOf(groupId)} ${platformId} ${done}`)
        .toSorted(),
    }),
  }),
  previewCleanup: ({ admin, words }) => ({
    send: () => admin('/api/admin/cleanup/preview'),
    project: ({ groups }) => ({
      groups: groups.map(({ id, daysUntilDeletion, imageCount }: Body) => ({
        group: words.numberOf(id),
        daysUntilDeletion,
        imageCount,
      })),
    }),
  }),
  deletionLog: ({ admin, words }, { limit }) => ({
    send: () => admin(`/api/admin/deletion-log?limit=${limit}`),
    project({ deletions, total }) {
      const all = deletions.map(({ group_id, year, image_count, deletion_reason, total_file_size }: Body) => ({
        group: words.numberOf(group_id),
        year,
        image_count,
        reason: deletion_reason,
        size: total_file_size,
      }))
      all.sort((a: Body, b: Body) => a.group - b.group)
      return { deletions: limit < total ? all.length : all, total }
    },
  }),
  deletionStats: ({ admin }) => ({
    send: () => admin('/api/admin/deletion-log/stats'),
    project: ({ totalDeleted, totalImages, totalSizeBytes, lastCleanup }) => ({
      groups: totalDeleted,
      images: totalImages,
      bytes: totalSizeBytes,
      lastCleanup,
    }),
  }),
  auditLog: ({ admin, words }, { limit }) => ({
    send: () => admin(`/api/admin/management-audit?limit=${limit}`),
    project: entries(words),
  }),
  auditOfGroup: ({ admin, words }, { group }) => ({
    send: () => admin(`/api/admin/management-audit/group/${words.groupId(group)}`),
    project: entries(words),
  }),
  auditStats: ({ admin }) => ({
    send: () => admin('/api/admin/management-audit/stats'),
    project: ({ totalActions, actionsByType }) => ({ total: totalActions, byType: actionsByType }),
  }),
}
