import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { variables } from '#server/config/variables.ts'
import { settingsInForce } from '#server/domain/settings/settings.ts'
import type { StoredValues } from '#server/domain/settings/stored-settings.ts'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('variables', () => {
  it('are a valid schema', () => {
    expect(new Ajv().validateSchema(variables)).toBe(true)
  })
})

describe('settingsInForce', () => {
  const inForce = (env: Record<string, string>, stored: StoredValues = {}) => settingsInForce(readConfig(env), stored)

  it('are those of variables, else those of admins, else the defaults', () => {
    const defaults = { maxFileSizeMb: 40, maxImagePixels: 100_000_000, uploadRateLimit: 20, cleanupRetentionDays: 7 }
    expect(inForce({})).toMatchObject({ ...defaults, secondFactor: 'optional', siteName: 'Werkschau' })
    const stored = { maxFileSizeMb: 5, uploadRateLimit: 6 }
    expect(inForce({ UPLOAD_RATE_LIMIT: '7' }, stored)).toMatchObject({ maxFileSizeMb: 5, uploadRateLimit: 7 })
  })

  it('are strict in production', () => {
    expect(inForce({ NODE_ENV: 'production' }).managementRateLimit).toBe(10)
    expect(inForce({}).managementRateLimit).toBe(100)
  })
})

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      server: { port: 8080, host: undefined },
      cookieSecure: false,
      lockedSettings: {},
      notifications: { language: 'de', testOnStart: false, apiRoot: 'https://api.telegram.org', allowsPrivate: false },
      s3: undefined,
    })
  })

  it('is strict in production', () => {
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ production: true, cookieSecure: true })
    expect(readConfig({ NODE_ENV: 'production', ADMIN_SESSION_COOKIE_SECURE: 'false' }).cookieSecure).toBe(false)
  })

  it('accepts networks separated by commas or spaces, and names invalid ones', () => {
    const { sharedNetworks } = readConfig({ SHARED_NETWORKS: '192.168.1.0/24, 2001:db8::/64 10.0.0.0/8' })
    expect(sharedNetworks.map(([, bits]) => bits)).toEqual([24, 64, 8])
    const problem = ['SHARED_NETWORKS must be a list of networks such as 192.168.1.0/24,2001:db8::/64']
    for (const text of ['192.168.1.1', '192.168.1.0/33', 'workshop', '192.168.1.0/24;10.0.0.0/8']) {
      expect(problemsOf({ SHARED_NETWORKS: text })).toEqual(problem)
    }
  })

  it('accepts languages separated by commas or spaces, and names invalid ones', () => {
    expect(readConfig({ LANGUAGES: 'fr, de uk' }).lockedSettings.languages).toEqual(['de', 'fr', 'uk'])
    for (const text of ['xx', 'de;en', 'de-AT', ',']) {
      expect(problemsOf({ LANGUAGES: text })).toEqual([
        'LANGUAGES must be a list of de, en, fr, es, it, nl, pl, pt, tr, uk, ar, fa',
      ])
    }
  })

  it('treats an empty value as absent', () => {
    const { server, lockedSettings } = readConfig({ PORT: '', DATABASE_URL: ' ', MAX_FILE_SIZE_MB: '' })
    expect([server.port, lockedSettings]).toEqual([8080, {}])
  })

  it('names all invalid variables at once with their allowed values', () => {
    expect(
      problemsOf({
        PORT: '99999',
        MAX_FILE_SIZE_MB: '0',
        CLEANUP_RETENTION_DAYS: '3000000',
        KEEP_LOCATION: 'yes',
        LOG_LEVEL: 'loud',
        SITE_URL: 'fair.example',
        CONTACT_URL: 'javascript:alert(1)',
      }).toSorted(),
    ).toEqual([
      'CLEANUP_RETENTION_DAYS must be an integer from 1 to 1000000',
      'CONTACT_URL must be an http, https or mailto address',
      'KEEP_LOCATION must be true or false',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
      'MAX_FILE_SIZE_MB must be an integer from 1 to 1000000',
      'PORT must be an integer from 0 to 65535',
      'SITE_URL must be an http or https address',
    ])
  })

  it.each(['1e3', '1e999', '0x1', '+1', ' 1', '1.0', '١', '1'.repeat(16), 'null', '-1'])(
    'takes no other integer than digits: %s (D62)',
    (value) => {
      expect(problemsOf({ MANAGEMENT_RATE_LIMIT: value, UPLOAD_RATE_LIMIT: value, TRUST_PROXY_HOPS: value })).toEqual([
        'TRUST_PROXY_HOPS must be an integer from 0 to 10',
        'UPLOAD_RATE_LIMIT must be an integer from 1 to 1000000000',
        'MANAGEMENT_RATE_LIMIT must be an integer from 1 to 1000000000',
      ])
    },
  )

  it('names variables that must be set together', () => {
    expect(problemsOf({ MESSENGER_BOT_TOKEN: 'x', S3_BUCKET: 'photos' })).toEqual([
      'MESSENGER_CHAT_ID must be set together with MESSENGER_BOT_TOKEN',
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together with S3_BUCKET',
    ])
    expect(problemsOf({ DATABASE_URL: 'postgres://u:p@h/d' })).toEqual([
      'ADMIN_SESSION_SECRET must be set with DATABASE_URL: replicas share it',
    ])
  })

  describe('the links of notifications (D65)', () => {
    const messenger = { MESSENGER_BOT_TOKEN: 'x', MESSENGER_CHAT_ID: '1' }
    const hosts = { ENABLE_HOST_RESTRICTION: 'true', PUBLIC_HOST: 'photos.example', INTERNAL_HOST: 'photos.lan:8080' }
    const adminUrl = (env: Record<string, string>) => readConfig(env).server.adminUrl

    it('lead to ADMIN_URL, else INTERNAL_HOST with the scheme of SITE_URL, else SITE_URL', () => {
      const site = { SITE_URL: 'https://photos.example/' }
      expect(adminUrl({ ...site, ...hosts, ADMIN_URL: 'http://admin.lan/' })).toBe('http://admin.lan')
      expect(adminUrl({ ...site, ...hosts })).toBe('https://photos.lan:8080')
      expect(adminUrl(site)).toBe('https://photos.example')
      expect(adminUrl({})).toBeUndefined()
    })

    it.each([
      { SITE_URL: 'https://photos.example', INTERNAL_HOST: '' },
      { ADMIN_URL: 'https://photos.example' },
      { ADMIN_URL: 'https://other.example' },
    ])('stop the start with a messenger when they are blocked: %j', (env) => {
      expect(problemsOf({ ...messenger, ...hosts, ...env })).toEqual([expect.stringContaining('ADMIN_URL must be')])
      expect(problemsOf({ ...hosts, ...env })).toEqual([])
      expect(problemsOf({ ...messenger, ...hosts, ...env, ENABLE_HOST_RESTRICTION: 'false' })).toEqual([])
    })

    it('are accepted on the internal host, whatever its case and port', () => {
      expect(problemsOf({ ...messenger, ...hosts, ADMIN_URL: 'https://Photos.LAN' })).toEqual([])
      expect(problemsOf({ ...messenger, ...hosts })).toEqual([])
    })
  })

  it('never prints a secret', () => {
    const secret = 'hunter2-hunter2'
    const problems = problemsOf({ DATABASE_URL: `mysql://root:${secret}@db/x`, MESSENGER_BOT_TOKEN: secret, PORT: 'x' })
    expect(problems).toHaveLength(2)
    expect(problems.join()).not.toContain(secret)
  })
})
