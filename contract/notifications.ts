import { Type } from 'typebox'
import { operation, operationsWith } from './operation/operation.ts'
import { Nullable, Success } from './shapes.ts'

const specified = operationsWith({ section: 'Admin: deletion log, cleanup, monitoring' })
/** Where the team is notified. */
export const Channel = Type.Enum(['chat', 'email', 'webhook'])

export const sendDeletionWarning = specified('POST /api/admin/messenger/warning', 'admin', {
  summary: 'Send the daily deletion warning now.',
  responses: {
    200: Success({ groupCount: Type.Integer({ description: 'Groups that the next cleanup would delete.' }) }),
  },
})

export const sendTestMessage = operation('POST /api/admin/messenger/test', 'admin', {
  withoutGroups: true,
  summary: 'Send a test message on one channel, or on every one, now and report the results.',
  description:
    'Tries once. A channel that fails is not an error of this operation: `channels` reports it, and `outcome` and `reason` are those of the first failure.',
  query: Type.Object({ channel: Type.Optional(Channel) }),
  responses: {
    200: Success({
      outcome: Type.Enum(['delivered', 'unavailable', 'refused', 'not_configured'], {
        description: 'unavailable: no message gets through now, refused: this message is rejected.',
      }),
      reason: Nullable(Type.String({ description: "The server's own words, or the failure of the network." })),
      channels: Type.Array(
        Type.Object({
          channel: Channel,
          outcome: Type.Enum(['delivered', 'unavailable', 'refused']),
          reason: Nullable(Type.String()),
        }),
      ),
    }),
  },
})
