import { createHash } from 'node:crypto'
import type { SessionStore } from '@fastify/session'
import type { Session } from 'fastify'
import type { Deps } from '#server/deps.ts'

const lifetimeMs = 8 * 60 * 60_000
/** The last use is written at most this often. */
const noteUseMs = 60_000

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
/** Changes with the password: what was opened with the old one is closed. */
const credentialOf = (passwordHash: string) => digest(passwordHash)

/** What `@fastify/session` keeps its sessions in: rows of the database, valid for 8 hours from the last use (D27). */
export function createSessionStore({ database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>): SessionStore {
  const expiryAt = (now: Date) => new Date(now.getTime() + lifetimeMs).toISOString()

  async function find(id: string): Promise<Pick<Session, 'account'> | undefined> {
    const stored = await database.sessions.find(digest(id))
    const now = clock.now()
    if (stored === undefined || stored.expiresAt <= now.toISOString()) return undefined
    if (stored.credential !== credentialOf(stored.account.passwordHash)) return undefined
    if (Date.parse(stored.expiresAt) - now.getTime() <= lifetimeMs - noteUseMs) {
      // An admin must get in to make room on a full disk.
      await database
        .transaction((tx) => tx.sessions.extend(stored.idDigest, expiryAt(now)))
        .catch((err: unknown) => log.warn({ err }, 'the use of a session could not be noted'))
    }
    return { account: stored.account }
  }

  async function put(id: string, { account }: Session): Promise<void> {
    if (account === undefined) return
    const now = clock.now()
    await database.transaction(async (tx) => {
      await tx.sessions.removeExpired(now.toISOString())
      await tx.sessions.add({
        idDigest: digest(id),
        userId: account.user.id,
        credential: credentialOf(account.passwordHash),
        expiresAt: expiryAt(now),
      })
    })
  }

  const remove = (id: string) => database.transaction((tx) => tx.sessions.remove(digest(id)))

  return {
    get: (id, done) => void find(id).then((session) => done(null, session as Session | undefined), done),
    set: (id, session, done) => void put(id, session).then(() => done(), done),
    destroy: (id, done) => void remove(id).then(() => done(), done),
  }
}
