import { Type } from 'typebox'
import { operation } from './operation/operation.ts'
import { Nullable, Success } from './shapes.ts'

const section = 'Admin: deletion log, cleanup, monitoring'
const beyond = 'Beyond the specification'

/** Where the team is notified. */
export const Channel = Type.Enum(['chat', 'email', 'webhook'])

export const sendDeletionWarning = operation({
  method: 'POST',
  url: '/api/admin/messenger/warning',
  access: 'admin',
  section,
  summary: 'Send the daily deletion warning now.',
  responses: {
    200: Success({ groupCount: Type.Integer({ description: 'Groups that the next cleanup would delete.' }) }),
  },
  errors: [403, 500],
})

export const sendTestMessage = operation({
  method: 'POST',
  url: '/api/admin/messenger/test',
  access: 'admin',
  withoutGroups: true,
  section: beyond,
  summary: 'Send a test message by every channel now and say what became of it.',
  description:
    'Tries once. A channel that does not take the message is no error of this operation: `channels` says so, and `outcome` and `reason` are those of the first that failed.',
  responses: {
    200: Success({
      outcome: Type.Enum(['delivered', 'unavailable', 'refused', 'not_configured'], {
        description: 'unavailable: nothing passes now, refused: this message does not.',
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
  errors: [403, 500],
})
