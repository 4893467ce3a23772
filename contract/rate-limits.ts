import { type Static, Type } from 'typebox'
import { operation, pathText } from './operation/operation.ts'
import { Success, Timestamp } from './shapes.ts'

const section = 'Admin: deletion log, cleanup, monitoring'
export const getRateLimiterStats = operation({
  method: 'GET',
  url: '/api/admin/rate-limiter/stats',
  access: 'admin',
  withoutGroups: true,
  section,
  summary: 'Figures of the management rate limit.',
  description:
    'Sums over the hours that run now, one for each address with a request in it, in SHARED_NETWORKS one for each address and link.',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      totalRequests: Type.Integer(),
      blockedRequests: Type.Integer(),
      activeClients: Type.Integer(),
    }),
  },
  errors: [403],
})

export const Ban = Type.Object(
  {
    address: Type.String({ description: 'IPv4 address, or the /64 of an IPv6 address.' }),
    bannedUntil: Timestamp,
    failedValidations: Type.Integer(),
  },
  { $id: 'Ban' },
)
export type Ban = Static<typeof Ban>

export const listBans = operation({
  method: 'GET',
  url: '/api/admin/rate-limiter/bans',
  access: 'admin',
  withoutGroups: true,
  summary: 'The addresses banned now.',
  responses: {
    200: Type.Object({ success: Type.Literal(true), bans: Type.Array(Ban), total: Type.Integer() }),
  },
  errors: [403],
})

export const liftBan = operation({
  method: 'DELETE',
  url: '/api/admin/rate-limiter/bans/{address}',
  access: 'admin',
  withoutGroups: true,
  summary: 'Lift a ban and forget the failed validations of the address.',
  params: Type.Object({ address: pathText('The address as listBans shows it, percent-encoded.') }),
  responses: { 200: Success({ address: Type.String() }) },
  errors: [403, 404],
  codes: ['BAN_NOT_FOUND'],
})
