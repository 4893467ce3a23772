import { type Static, type TSchema, Type } from 'typebox'
import type { SettingSchema } from '#contract/settings/setting.ts'
import { settingKeys, settingTable } from '#contract/settings/setting-table.ts'

const flag = (description: string) => Type.Boolean({ default: false, description })
const days = (byDefault: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000, default: byDefault, description })
const text = (description: string) => Type.Optional(Type.String({ description }))
const hostName = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.-]+(:[0-9]+)?$', description }))

export const basePathPattern = '^(/[A-Za-z0-9][A-Za-z0-9._~-]*)+/?$'

const fixed = Type.Object({
  NODE_ENV: Type.String({ enum: ['development', 'production', 'test'], default: 'development' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080 }),
  HOST: text('Address to listen on; absent: all of them, IPv4 and IPv6.'),
  SITE_URL: Type.Optional(Type.String({ format: 'uri', pattern: '^https?://' })),
  ADMIN_URL: Type.Optional(
    Type.String({ format: 'uri', pattern: '^https?://', description: 'Where links of notifications lead.' }),
  ),
  BASE_PATH: Type.Optional(Type.String({ pattern: basePathPattern })),
  DATA_DIR: Type.String({ default: './data' }),
  BACKUP_DIR: text('Where the service puts its backups.'),
  GALLERY_CACHE_MB: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 512 }),
  DRAIN_SECONDS: Type.Integer({ minimum: 0, maximum: 300, default: 0 }),
  LOG_LEVEL: Type.String({ enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], default: 'info' }),

  ADMIN_SESSION_SECRET: Type.Optional(Type.String()),
  ADMIN_SESSION_COOKIE_SECURE: Type.Optional(Type.Boolean()),
  SETUP_CODE: text('What setting up the first admin needs; `generate` makes one.'),
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16, description: 'What /metrics asks of other machines.' })),
  ADMIN_AUDIT_RETENTION_DAYS: days(365, 'Days an entry of the log of admins is kept.'),
  PASSWORD_MIN_STRENGTH: Type.Integer({ minimum: 0, maximum: 4, default: 0 }),

  PUBLIC_HOST: hostName('Host name treated as public.'),
  INTERNAL_HOST: hostName('Host name treated as internal.'),
  ENABLE_HOST_RESTRICTION: flag('Blocks all but upload and management on the public host.'),
  TRUST_PROXY_HOPS: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  SHARED_NETWORKS: Type.String({ format: 'networks', default: '', description: 'Networks that many people share.' }),

  MIGRATION_BACKUP_DAYS: days(30, 'Days a backup of groups.json is kept.'),
  KEEP_LOCATION: flag('Keeps the position inside originals and in the database.'),
  KEEP_TRAILERS: flag('Keeps what follows the picture in an original, such as the video of a motion photo.'),
  REMOVE_PLACE_NAMES: flag('Removes city, region and country from originals, too.'),

  MESSENGER_API_ROOT: Type.String({ format: 'uri', pattern: '^https?://', default: 'https://api.telegram.org' }),
  MESSENGER_LANGUAGE: Type.String({ enum: ['de', 'en'], default: 'de' }),
  MESSENGER_SEND_TEST_ON_START: flag('Sends a test message at start.'),

  ALLOW_PRIVATE_WEBHOOKS: flag('Lets webhook and Bot API have a private address.'),

  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  S3_BUCKET: text('Bucket for the files.'),
  S3_ENDPOINT: Type.Optional(Type.String({ format: 'uri', pattern: '^https?://' })),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_ACCESS_KEY_ID: text('Access key.'),
  S3_SECRET_ACCESS_KEY: text('Secret key.'),
})

/** A list is written as text. */
const asText = (schema: SettingSchema<unknown>): TSchema =>
  schema.type === 'array' ? Type.String({ format: 'languages' }) : Type.Unsafe(schema)

const ofSettings = settingKeys.flatMap((key) => {
  const { variable, schema } = settingTable[key]
  return variable === undefined ? [] : [[variable, Type.Optional(asText(schema))] as const]
})

/** Every variable the service reads; `docs/configuration.md` is checked against it. */
export const variables = Type.Object({ ...fixed.properties, ...Object.fromEntries(ofSettings) })

export type Variables = Static<typeof fixed>
