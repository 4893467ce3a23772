import type { SessionStore } from '@fastify/session'
import type { Session } from 'fastify'
import { type Account, credentialOf } from '#server/domain/accounts/user.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'

const hourMs = 60 * 60_000
/** Unused (D27). */
const idleMs = 8 * hourMs
/** In total, however often it is used (D53). */
const longestMs = 12 * hourMs
/** The last use is recorded at most this often. */
const recordUseMs = 60_000

type SessionDeps = Pick<Deps, 'database' | 'clock' | 'log'>

const expiryAt = (now: Date, startedAt: string) =>
  new Date(Math.min(now.getTime() + idleMs, Date.parse(startedAt) + longestMs)).toISOString()

async function add({ database, clock }: SessionDeps, id: string, account: Account): Promise<void> {
  const now = clock.now()
  const startedAt = now.toISOString()
  await database.transaction(async (tx) => {
    // The account may have been deleted, or protected by a second factor, since its password was checked.
    await tx.serviceState.lock('accounts')
    const found = (await tx.users.all()).find(({ id }) => id === account.user.id)
    if (!found || (found.secondFactor && !account.hasUsedFactor)) throw new AppError('LOGIN_FAILED', 'Log in again')
    await tx.sessions.removeExpired(startedAt)
    await tx.sessions.add({
      idDigest: digest(id),
      userId: account.user.id,
      credential: credentialOf(account.passwordHash),
      startedAt,
      confirmedAt: startedAt,
      expiresAt: expiryAt(now, startedAt),
    })
  })
}

/** What `@fastify/session` keeps its sessions in: rows of the database, valid for 8 hours from the last use (D27), 12 in all. */
export function createSessionStore(deps: SessionDeps) {
  const { database, clock, log } = deps

  async function valid(id: string) {
    const stored = await database.sessions.find(digest(id))
    if (stored === undefined || stored.expiresAt <= clock.now().toISOString()) return undefined
    if (stored.account.disabled) return undefined
    if (stored.credential !== credentialOf(stored.account.passwordHash)) return undefined
    return stored
  }

  async function find(id: string): Promise<Pick<Session, 'account' | 'confirmedAt'> | undefined> {
    const stored = await valid(id)
    if (stored === undefined) return undefined
    const now = clock.now()
    const expiresAt = expiryAt(now, stored.startedAt)
    if (Date.parse(expiresAt) - Date.parse(stored.expiresAt) >= recordUseMs) {
      // With a full disk an admin must still be able to log in and delete something.
      await database
        .transaction((tx) => tx.sessions.extend(stored.idDigest, expiresAt))
        .catch((err: unknown) => log.warn({ err }, 'the use of a session could not be noted'))
    }
    return { account: stored.account, confirmedAt: stored.confirmedAt }
  }

  const put = async (id: string, { account }: Session) => account && add(deps, id, account)
  const remove = (id: string) => database.transaction((tx) => tx.sessions.remove(digest(id)))

  const store: SessionStore & { readonly valid: typeof valid } = {
    /** The session, if it is valid; reading it does not count as use. */
    valid,
    get: (id, done) => void find(id).then((session) => done(null, session as Session | undefined), done),
    set: (id, session, done) => void put(id, session).then(() => done(), done),
    destroy: (id, done) => void remove(id).then(() => done(), done),
  }
  return store
}
