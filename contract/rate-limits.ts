import { type Static, Type } from 'typebox'
import { operationsWith } from './operation/operation.ts'
import { Named, Ok, Success, Timestamp } from './shapes.ts'

const specified = operationsWith({ section: 'Admin: deletion log, cleanup, monitoring', withoutGroups: true })
const operation = operationsWith({ withoutGroups: true })

export const getRateLimiterStats = specified('GET /api/admin/rate-limiter/stats', 'admin', {
  summary: 'Figures of the management rate limit.',
  description:
    'Sums over the hours that run now, one for each address with a request in it, in SHARED_NETWORKS one for each address and link.',
  responses: {
    200: Ok({ totalRequests: Type.Integer(), blockedRequests: Type.Integer(), activeClients: Type.Integer() }),
  },
})

export const Ban = Named('Ban', {
  address: Type.String({ description: 'IPv4 address, or the /64 of an IPv6 address.' }),
  bannedUntil: Timestamp,
  failedValidations: Type.Integer(),
})
export type Ban = Static<typeof Ban>

export const listBans = operation('GET /api/admin/rate-limiter/bans', 'admin', {
  summary: 'The addresses banned now.',
  responses: { 200: Ok({ bans: Type.Array(Ban), total: Type.Integer() }) },
})

export const liftBan = operation('DELETE /api/admin/rate-limiter/bans/{address}', 'admin', {
  summary: 'Lift a ban and forget the failed validations of the address.',
  pathTexts: { address: 'The address as listBans shows it, percent-encoded.' },
  responses: { 200: Success({ address: Type.String() }) },
  codes: ['BAN_NOT_FOUND'],
})
