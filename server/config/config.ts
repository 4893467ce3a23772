import type { TSchema } from 'typebox'
import { Set as setFormat } from 'typebox/format'
import { Check, Default } from 'typebox/value'
import { type SetValues, settingKeys, settingTable } from '#contract/settings/setting-table.ts'
import { languages } from '#contract/site/languages.ts'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { type Network, networksFrom, normalizedHost } from '#server/domain/hosts/hosts.ts'
import { refusedUrl } from '#server/domain/hosts/reachable.ts'
import { languagesFrom } from '#server/domain/languages.ts'
import { configuredChannels } from '#server/domain/notifications/channels.ts'
import { expectation, valuesFromText } from '#server/domain/text/values-from-text.ts'
import { basePathPattern, type Variables, variables } from './variables.ts'

/** The value of SETUP_CODE that requests a generated code; an empty value counts as absent (D41). */
const generateWord = 'generate'

/** A request below one of these could also be one from which a proxy has removed BASE_PATH. */
const ownPaths = (
  'admin api assets auth e gallery health icons imprint manage ' +
  'metrics plain-form previews privacy removal-requests s slideshow upload'
).split(' ')

/** Fixed at the start. What admins can change while the service runs is in `deps.settings`. */
export interface Config {
  /** Those that variables set: admins cannot change them (D75). Some are secret. */
  readonly lockedSettings: SetValues
  readonly production: boolean
  readonly server: {
    readonly port: number
    /** undefined: all addresses of the machine. */
    readonly host: string | undefined
    readonly siteUrl: string | undefined
    /** The base of links in notifications (D65); undefined where no address is known. */
    readonly adminUrl: string | undefined
    /** The path below which a proxy serves everything, such as `/photos`; empty at the root of a host. */
    readonly basePath: string
    readonly drainSeconds: number
  }
  readonly hosts: {
    readonly restricted: boolean
    readonly public?: string | undefined
    readonly internal?: string | undefined
  }
  /** undefined: `X-Forwarded-Host` is believed, `X-Forwarded-For` is not (D39). */
  readonly trustProxyHops: number | undefined
  /** Networks that many people share (D56). */
  readonly sharedNetworks: readonly Network[]
  readonly dataDir: string
  /** Where the service's own backups are; undefined: in the data folder. */
  readonly backupDir: string | undefined
  /** Space for the gallery's copies of photos in the data folder. */
  readonly galleryCacheBytes: number
  readonly logLevel: string
  readonly cookieSecure: boolean
  /** Rank that a new password must have, 0 to 4 (D53). */
  readonly passwordMinStrength: number
  /** Days that an entry of the log of admins is kept (D51). */
  readonly adminAuditDays: number
  /** The service makes the setup code itself and prints it once (D54). */
  readonly generateSetupCode: boolean
  readonly keepLocation: boolean
  readonly keepTrailers: boolean
  readonly removePlaceNames: boolean
  readonly migrationBackupDays: number
  /** How the team is notified; by which channels is in the settings. */
  readonly notifications: {
    readonly language: 'de' | 'en'
    readonly testOnStart: boolean
    /** Of the Bot API. */
    readonly apiRoot: string
    /** Webhook and Bot API may have a private address (D87). */
    readonly allowsPrivate: boolean
  }
  readonly s3: { readonly bucket: string; readonly endpoint: string | undefined; readonly region: string } | undefined
  /** Never logged and never part of an error. */
  readonly secrets: {
    readonly session: string | undefined
    /** What `POST /auth/setup/initial-admin` needs; undefined where none is set or one is to be generated. */
    readonly setupCode: string | undefined
    /** Reads `/metrics` from other machines without a session. */
    readonly metricsToken: string | undefined
    readonly databaseUrl: string | undefined
    readonly s3: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  }
}

/** Lists every problem, each with the variable's name and never with a secret's value. */
export class ConfigError extends OperatorError {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

// The library's own pattern takes 14 ms to compile.
setFormat('uri', (text) => /^[!-~]+$/.test(text) && URL.canParse(text))
setFormat('networks', (text) => networksFrom(text) !== undefined)
setFormat('languages', (text) => languagesFrom(text) !== undefined)

const isVariables = (values: Record<string, unknown>): values is Variables => Check(variables, values)

/** What a variable must be, for a message, from its schema. */
function expectationOf(name: string): string {
  const schema: object & { format?: string } = { ...(variables.properties[name as keyof Variables] as object) }
  const expected = expectation(schema)
  if (expected !== undefined) return expected
  if (name === 'DATABASE_URL') return 'must begin with postgres://'
  if (name === 'SMTP_URL') return 'must begin with smtp:// or smtps://'
  if (name === 'MAIL_FROM') return 'must be an e-mail address or a name with one: Name <name@example.org>'
  if (name === 'MAIL_TO') return 'must be a list of e-mail addresses, separated by commas'
  if (name === 'WEBHOOK_SECRET') return 'must be whsec_ and at least 24 random bytes in Base64'
  if (name === 'CONTACT_URL') return 'must be an http, https or mailto address'
  if (name === 'BASE_PATH') return 'must be a path such as /photos'
  if (schema.format === 'languages') return `must be a list of ${languages.join(', ')}`
  if (schema.format === 'networks') return 'must be a list of networks such as 192.168.1.0/24,2001:db8::/64'
  if (schema.format === 'uri') return 'must be an http or https address'
  return 'must be a host name'
}

/** BASE_PATH, else the path of SITE_URL. */
function basePathOf({ BASE_PATH, SITE_URL }: Variables): string {
  return (BASE_PATH ?? (SITE_URL === undefined ? '' : new URL(SITE_URL).pathname)).replace(/\/+$/, '')
}

function basePathProblems(v: Variables): string[] {
  const basePath = basePathOf(v)
  const sitePath = v.SITE_URL === undefined ? basePath : new URL(v.SITE_URL).pathname.replace(/\/+$/, '')
  if (sitePath !== basePath) return [`SITE_URL must end with BASE_PATH (${basePath})`]
  if (basePath === '' || new RegExp(basePathPattern).test(basePath)) {
    const [, first = ''] = basePath.split('/')
    return ownPaths.includes(first) ? [`BASE_PATH must not begin with /${first}, a path of the service itself`] : []
  }
  return ['SITE_URL must have a path of letters, digits and -._~ in its parts, or none']
}

function dependencies(v: Variables): string[] {
  const problems = basePathProblems(v)
  const given = new Map(Object.entries(v))
  const requireAllOrNone = (names: readonly string[]) => {
    const missing = names.filter((name) => !given.has(name))
    if (missing.length > 0 && missing.length < names.length) {
      problems.push(
        `${missing.join(' and ')} must be set together with ${names.filter((n) => !missing.includes(n)).join(' and ')}`,
      )
    }
  }
  requireAllOrNone(['MESSENGER_BOT_TOKEN', 'MESSENGER_CHAT_ID'])
  requireAllOrNone(['SMTP_URL', 'MAIL_FROM', 'MAIL_TO'])
  requireAllOrNone(['WEBHOOK_URL', 'WEBHOOK_SECRET'])
  requireAllOrNone(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  if (v.DATABASE_URL !== undefined && v.ADMIN_SESSION_SECRET === undefined) {
    problems.push('ADMIN_SESSION_SECRET must be set with DATABASE_URL: replicas share it')
  }
  problems.push(...privateAddresses(v))
  return problems
}

/** D87; a stand-in of the Bot API on the machine itself is what D40 has the variable for. */
function privateAddresses(v: Variables): string[] {
  const { MESSENGER_API_ROOT: root, ALLOW_PRIVATE_WEBHOOKS: allowsPrivate } = v
  const urls = { WEBHOOK_URL: lockedSettingsOf(v).webhookUrl, ...(!isOwnMachine(root) && { MESSENGER_API_ROOT: root }) }
  return Object.entries(urls).flatMap(([name, url]) => {
    const refusal = url && refusedUrl(url, allowsPrivate)
    return refusal ? [`${name} ${refusal}`] : []
  })
}

const withoutSlash = (url: string | undefined) => url?.replace(/\/+$/, '')

function adminUrlOf(v: Variables): string | undefined {
  if (v.ADMIN_URL !== undefined) return withoutSlash(v.ADMIN_URL)
  const scheme = v.SITE_URL?.split(':', 1)[0]?.toLowerCase() ?? (v.NODE_ENV === 'production' ? 'https' : 'http')
  return v.INTERNAL_HOST === undefined ? withoutSlash(v.SITE_URL) : `${scheme}://${v.INTERNAL_HOST}${basePathOf(v)}`
}

/** What is wrong when the restriction of hosts would block the links of notifications (D65); undefined when it does not. */
export function blockedAdminUrl({ server: { adminUrl }, hosts }: Pick<Config, 'server' | 'hosts'>): string | undefined {
  if (!hosts.restricted || adminUrl === undefined) return undefined
  const [host, internal, open] = [new URL(adminUrl).host, hosts.internal, hosts.public].map(
    (each) => each && normalizedHost(each),
  )
  if (host === internal && host !== open) return undefined
  return `ADMIN_URL must be an address on INTERNAL_HOST: links of notifications lead to ${adminUrl}, which ENABLE_HOST_RESTRICTION blocks`
}

/** Reads the environment (D41). An empty value counts as absent. Throws one ConfigError with all problems. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const texts: Record<string, string> = {}
  for (const [name, { type }] of Object.entries<{ type: string }>(variables.properties)) {
    const text = env[name] ?? ''
    if (text.trim()) texts[name] = type === 'integer' ? text : text.trim()
  }
  const v = valuesFromText(variables.properties, texts)
  Default(variables, v)
  if (!isVariables(v)) {
    const schemas = Object.entries<TSchema>(variables.properties)
    const wrong = schemas.filter(([name, schema]) => name in v && !Check(schema, v[name]))
    throw new ConfigError(wrong.map(([name]) => `${name} ${expectationOf(name)}`))
  }
  const problems = dependencies(v)
  if (problems.length > 0) throw new ConfigError(problems)
  const config = toConfig(v)
  const blocked = blockedAdminUrl(config)
  if (blocked && configuredChannels(config.lockedSettings).length > 0) throw new ConfigError([blocked])
  return config
}

function toConfig(v: Variables): Config {
  const production = v.NODE_ENV === 'production'
  return {
    lockedSettings: lockedSettingsOf(v),
    production,
    server: serverOf(v),
    hosts: { restricted: v.ENABLE_HOST_RESTRICTION, public: v.PUBLIC_HOST, internal: v.INTERNAL_HOST },
    trustProxyHops: v.TRUST_PROXY_HOPS,
    sharedNetworks: networksFrom(v.SHARED_NETWORKS) ?? [],
    dataDir: v.DATA_DIR,
    backupDir: v.BACKUP_DIR,
    galleryCacheBytes: v.GALLERY_CACHE_MB * 2 ** 20,
    logLevel: v.LOG_LEVEL,
    cookieSecure: v.ADMIN_SESSION_COOKIE_SECURE ?? production,
    passwordMinStrength: v.PASSWORD_MIN_STRENGTH,
    adminAuditDays: v.ADMIN_AUDIT_RETENTION_DAYS,
    generateSetupCode: v.SETUP_CODE === generateWord,
    keepLocation: v.KEEP_LOCATION,
    keepTrailers: v.KEEP_TRAILERS,
    removePlaceNames: v.REMOVE_PLACE_NAMES,
    migrationBackupDays: v.MIGRATION_BACKUP_DAYS,
    notifications: notificationsOf(v),
    s3: v.S3_BUCKET ? { bucket: v.S3_BUCKET, endpoint: v.S3_ENDPOINT, region: v.S3_REGION } : undefined,
    secrets: secretsOf(v),
  }
}

/** The settings that variables set. */
function lockedSettingsOf(v: Readonly<Record<string, unknown>>): SetValues {
  const entries = settingKeys.flatMap((key) => {
    const { variable = '', schema } = settingTable[key]
    const value = schema.type === 'array' ? languagesFrom(String(v[variable] ?? '')) : v[variable]
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}

const serverOf = (v: Variables): Config['server'] => ({
  port: v.PORT,
  host: v.HOST,
  siteUrl: withoutSlash(v.SITE_URL),
  adminUrl: adminUrlOf(v),
  basePath: basePathOf(v),
  drainSeconds: v.DRAIN_SECONDS,
})

const notificationsOf = (v: Variables): Config['notifications'] => ({
  language: v.MESSENGER_LANGUAGE as 'de' | 'en',
  testOnStart: v.MESSENGER_SEND_TEST_ON_START,
  apiRoot: v.MESSENGER_API_ROOT,
  allowsPrivate: v.ALLOW_PRIVATE_WEBHOOKS,
})

const secretsOf = (v: Variables): Config['secrets'] => ({
  session: v.ADMIN_SESSION_SECRET,
  setupCode: v.SETUP_CODE === generateWord ? undefined : v.SETUP_CODE,
  metricsToken: v.METRICS_TOKEN,
  databaseUrl: v.DATABASE_URL,
  s3:
    v.S3_ACCESS_KEY_ID && v.S3_SECRET_ACCESS_KEY
      ? { accessKeyId: v.S3_ACCESS_KEY_ID, secretAccessKey: v.S3_SECRET_ACCESS_KEY }
      : undefined,
})
