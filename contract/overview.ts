import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { Channel } from './notifications.ts'
import { operation } from './operation/operation.ts'
import { countedAt, GroupCounts, Named, Nullable, OfExhibition, Ok, Timestamp } from './shapes.ts'
import { Release } from './site.ts'

export const SystemOverview = Named('SystemOverview', {
  ...Release.properties,
  newerSchema: Nullable(
    Type.String({ description: 'The last step of the schema if a newer release has taken it, else null.' }),
  ),
  hostRestriction: Type.Object({
    enabled: Type.Boolean(),
    publicHost: Nullable(Type.String()),
    internalHost: Nullable(Type.String()),
  }),
  siteUrl: Nullable(Type.String({ description: 'The address in links.' })),
  messenger: Type.Object({
    configured: Type.Boolean(),
    channels: Type.Array(Channel),
    lostSecrets: Type.Array(Type.String(), {
      description: 'Settings to enter again: the session secret that sealed them has changed.',
    }),
  }),
  /** When the oldest one that is not delivered was queued. */
  oldestNotification: Nullable(Timestamp),
  sessionSecret: Type.Enum(['configured', 'generated']),
  storage: Type.Object({
    database: Type.Enum(['embedded', 'server']),
    files: Type.Enum(['folder', 'bucket']),
    images: Type.Integer(),
    bytes: Type.Integer({ description: 'Of the originals.' }),
    isFull: Type.Boolean({ description: 'Uploads are refused: what is left is for deletions and withdrawals.' }),
  }),
  retentionDays: Type.Integer({ description: 'Days a never-approved group is kept.' }),
  uploadRateLimit: Nullable(
    Type.Integer({
      description: 'Uploads per hour and address; null while no host is public, so that nothing limits them.',
    }),
  ),
  passwordMinStrength: Type.Integer({ description: 'PASSWORD_MIN_STRENGTH.' }),
  sharedAddresses: Type.Array(Type.String(), {
    description: `Networks that SHARED_NETWORKS could name: ${limits.linksOfSharedAddress} links were used there within a week.`,
  }),
  groups: GroupCounts,
  hasDeleted: Type.Boolean({ description: 'The deletion log has an entry.' }),
  countedAt,
  lastCleanup: Nullable(Timestamp),
  lastBackup: Nullable(Timestamp),
  admins: Type.Integer({ description: 'Accounts that can manage everything, without disabled ones.' }),
  screens: Type.Integer({ description: 'Paired slideshows.' }),
  silentScreens: Type.Array(Type.String(), {
    description: 'Names of those that have not reported for a minute of their opening hours.',
  }),
  site: Type.Object({
    isNamed: Type.Boolean({ description: 'It has a name or a logo of its own.' }),
    hasImprint: Type.Boolean(),
    hasPrivacy: Type.Boolean(),
  }),
  weeks: Type.Array(
    Type.Object({
      monday: Type.String({ format: 'date' }),
      uploads: Type.Integer(),
      approvals: Type.Integer({ description: 'Groups approved for the first time that still exist.' }),
      deletions: Type.Integer(),
      storedBytes: Type.Integer({
        description: 'Of the originals uploaded until the end of the week that still exist.',
      }),
    }),
    { description: 'The last 12 weeks, oldest first, this one included.' },
  ),
  consents: Type.Object({
    workshop: Type.Integer({ description: 'Groups with the consent in force.' }),
    platforms: Type.Array(
      Type.Object({
        platformId: Type.Integer(),
        displayName: Type.String(),
        inForce: Type.Integer(),
        revoked: Type.Integer(),
      }),
    ),
  }),
})
export type SystemOverview = Static<typeof SystemOverview>

export const getSystemOverview = operation('GET /api/admin/overview', 'admin', {
  summary: 'How the service is set up, and figures about its groups.',
  query: OfExhibition,
  responses: {
    200: Ok({
      ...SystemOverview.properties,
      reached: Type.Object({
        uploadUrl: Type.String({ description: 'What visitors get, in QR codes and on the poster.' }),
        proposedUrls: Type.Array(Type.String(), {
          description: "The machine's own addresses, where uploadUrl is one that no phone reaches.",
        }),
        isSecure: Type.Boolean({ description: 'Visitors come by https.' }),
        hopsSeen: Type.Integer({ description: 'Proxies that this request passed.' }),
        hopsTrusted: Nullable(Type.Integer({ description: 'TRUST_PROXY_HOPS.' })),
      }),
    }),
  },
})
