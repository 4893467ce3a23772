import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { migrate } from '#server/adapters/database/migrate.ts'
import { newDatabase, onConnectionLost } from '#tests/support/servers/databases.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startApp } from '#tests/support/start-app.ts'

/** What release 2.1.0 has stored and sent for a login. Never changes: an update must not log anybody out. */
const released = {
  lastStep: '033-pending-by-deadline',
  secret: 'the secret of an installation of release 2.1.0',
  fingerprint: 'E2nFrw_zvVqVaWMapi8lPdYUxUHBexf_Wl_RXfpsNkU',
  cookie: 'sid=CbAKpyuLXWxKunaEtsgPudSXFOu6cE9Q.MVvD3Tgc9qOht4jAmg257wcfbwbrZ4EEIByAJzA+ECs',
  csrfToken: 'zFy-pin0U8QTIetZThxwlDJDPu8yRL8bmHCQ1cFtk1Y',
  digest: '_TybNbM7zs54mJLySfwVr6Gn7e1-784An4UybYDgXAs',
  credential: '42mUwjuwe1El4nTYADMyxUdt13wjg5Fs9J1V5nyLBm4',
  passwordHash: '$argon2id$v=19$m=64,t=1,p=1$EEqA2WHzjiJpeAjw+lJXvg$TLo4VdSW0OAC/ogWuNJP5kV+xlyfx+p7a8NFQM0dPxM',
}

async function fillAsRelease(engine: Engine): Promise<void> {
  await migrate(engine, released.lastStep)
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const user = { id: 1, username: 'admin', username_key: 'admin', role: 'admin', requires_password_change: 0 } as const
  const account = { ...user, password_hash: released.passwordHash, created_at: inMinutes(-90), disabled: 0 } as const
  await engine.db.insertInto('admin_users').values(account).execute()
  const session = { sid_digest: released.digest, user_id: 1, credential: released.credential }
  const times = { started_at: inMinutes(-60), confirmed_at: inMinutes(-60), expires_at: inMinutes(420) }
  await engine.db
    .insertInto('sessions')
    .values({ ...session, ...times })
    .execute()
  await engine.db.insertInto('service_state').values({ name: 'session_secret', value: released.fingerprint }).execute()
  await engine.close()
}

const server = await sharedService('postgres')

it.each(server === undefined ? ['SQLite'] : ['SQLite', 'PostgreSQL'])(
  'an update from release 2.1.0 keeps admins logged in: %s',
  async (name) => {
    await using opened = new AsyncDisposableStack()
    const dataDir = await mkdtemp(join(tmpdir(), 'werkschau-released-'))
    opened.defer(() => rm(dataDir, { recursive: true, force: true }))
    const database =
      name === 'PostgreSQL' && server ? opened.use(await newDatabase(server, { empty: true })) : undefined
    await fillAsRelease(
      database ? openPostgres(database.url, { onConnectionLost }) : openSqlite(join(dataDir, 'werkschau.db')),
    )
    const env = { ADMIN_SESSION_SECRET: released.secret, ...(database && { DATABASE_URL: database.url }) }
    const app = opened.use(await startApp({ env, dataDir }))
    const headers = { cookie: released.cookie, 'x-csrf-token': released.csrfToken }
    expect((await app.fetch('/api/admin/groups', { headers })).status).toBe(200)
    expect((await app.fetch('/auth/logout', { method: 'POST', headers })).status).toBe(204)
    expect((await app.fetch('/api/admin/groups', { headers })).status).toBe(403)
  },
)
