import type { FastifyRequest } from 'fastify'
import { needsSession } from '#contract/operation/access.ts'
import type { ErrorCode } from '#contract/operation/errors.ts'
import type { Operation } from '#contract/operation/operation.ts'
import type { User } from '#server/domain/accounts/user.ts'
import { snakeCase } from '#server/domain/text/snake-case.ts'
import { clean, truncate } from '#server/domain/text/text.ts'
import { clientAddress } from '#server/http/access/client-address.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { AdminAuditEntry } from '#server/ports/logs/admin-audit.ts'
import type { RequestAudit } from './request-audit.ts'
import { maskTokens } from './request-log.ts'

type Actor = Pick<User, 'id' | 'username'>

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor of the entry where no guard sets one: a login. */
    auditActor?: Actor | undefined
  }
}

const nameLength = 64

/** Reads that export data, and logins, which begin without a session. */
const alsoAudited = [
  'exportConsents',
  'downloadPressArchive',
  'downloadExhibitionArchive',
  'login',
  'finishLogin',
  'setupInitialAdmin',
]
/** They change nothing permanent. */
const notAudited = ['beginPasskey', 'rankPassword']

/** A wrong password or code: guesses must be traceable (D51). */
const guesses: readonly ErrorCode[] = [
  'LOGIN_FAILED',
  'SECOND_FACTOR_FAILED',
  'WRONG_PASSWORD',
  'SETUP_CODE_REQUIRED',
  'INVALID_CODE',
]

/** The action of an operation in the log of admins; undefined for an operation that is not logged. */
export function adminActionOf(name: string, { method, access }: Operation): string | undefined {
  const isWrite = method !== 'GET' && needsSession(access)
  if ((!isWrite && !alsoAudited.includes(name)) || notAudited.includes(name)) return undefined
  if (name === 'finishLogin') return 'login'
  return snakeCase(name)
}

type Fields = Readonly<Record<string, unknown>>
const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

const isActor = (value: unknown): value is Actor => {
  const { id, username } = asFields(value)
  return typeof id === 'number' && typeof username === 'string'
}

/** Values from a fixed set, not typed text. */
const words = ['role', 'action', 'format', 'consentType', 'decision', 'command', 'status']

/** Field names, booleans, lengths of lists and group ids: never a visitor's text. */
function detailsOf(request: FastifyRequest): Fields | null {
  const { groupId, imageId } = asFields(request.params)
  const given = { ...asFields(request.query), ...asFields(request.body) }
  const kept = Object.entries(given).filter(([name, value]) => typeof value === 'boolean' || words.includes(name))
  const lists = Object.entries(given).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const details = {
    ...(imageId !== undefined && { groupId }),
    ...(Object.keys(given).length > 0 && {
      fields: Object.keys(given)
        .slice(0, 30)
        .map((name) => truncate(clean(name), 50)),
    }),
    ...Object.fromEntries(kept),
    ...Object.fromEntries(lists.map(([name, list]) => [name, name === 'groupIds' ? list : list.length])),
  }
  return Object.keys(details).length > 0 ? details : null
}

/**
 * Adds what the result tells: the name of an account that was created, changed or deleted, the settings that changed, and
 * the groups where the request names none.
 */
export const withResult = (details: Fields | null, result: unknown): Fields | null => {
  const { username, changedSettings, groupId } = asFields(result)
  if (Array.isArray(changedSettings)) return { ...details, fields: changedSettings }
  if (typeof username === 'string') return { ...details, username }
  const groupIds = Array.isArray(result) ? result.map((each) => asFields(each).groupId) : [groupId]
  const named = groupIds.filter((each) => typeof each === 'string')
  return named.length > 0 && !details?.groupIds ? { ...details, groupIds: named } : details
}

/** What an id in a path is the id of. */
const ownTypes = [
  ['/users', 'user'],
  ['/auth', 'user'],
  ['/factors', 'factor'],
  ['/screens', 'screen'],
  ['/platforms', 'platform'],
  ['/exhibitions', 'exhibition'],
  ['/staff-links', 'staff_link'],
] as const

/** The object that the path names, else the one that was created: the account, the factor. */
function targetOf(request: FastifyRequest, result: unknown): Pick<AdminAuditEntry, 'targetType' | 'targetId'> {
  const params = asFields(request.params)
  const url = request.routeOptions.url ?? ''
  const own = ownTypes.find(([part]) => url.includes(part))?.[1] ?? 'entry'
  for (const [name, targetType] of [
    ['imageId', 'image'],
    ['takedownId', 'takedown'],
    ['requestId', 'removal_request'],
    ['groupId', 'group'],
    ['address', 'address'],
    ['id', own],
  ] as const) {
    if (typeof params[name] === 'string')
      return { targetType, targetId: maskTokens(truncate(clean(params[name]), 255)) }
  }
  const { platformId, id = platformId } = asFields(result)
  return typeof id === 'number' ? { targetType: own, targetId: String(id) } : { targetType: null, targetId: null }
}

const actorOf = ({ auditActor, caller }: FastifyRequest): Actor | undefined =>
  auditActor ?? (isActor(caller) ? caller : undefined)

/** For a guess without an account, the name that was tried. */
function guesserOf(request: FastifyRequest): Subject {
  const { username } = asFields(request.body)
  return actorOf(request) ?? { id: null, username: typeof username === 'string' ? username : '' }
}

interface Subject {
  readonly id: number | null
  readonly username: string
}

interface Done {
  readonly actor: Subject
  readonly action: string
  readonly result?: unknown
}

const toEntry = (request: FastifyRequest, { actor, action, result }: Done, now: Date): AdminAuditEntry => ({
  actorId: actor.id,
  actorName: truncate(clean(actor.username), nameLength),
  action,
  ...targetOf(request, result),
  details: withResult(detailsOf(request), 'groupId' in asFields(request.params) ? undefined : result),
  ipAddress: clientAddress(request) || null,
  createdAt: now.toISOString(),
})

/**
 * The entries of one operation in the log of admins (D51): of a change in its first transaction, of anything else, a
 * failed login too, before the answer is sent: no request is answered without being in the log, even if the process crashes.
 */
export const adminAudit =
  (action: string) =>
  (deps: Deps): RequestAudit => {
    const add = (entry: AdminAuditEntry): Promise<void> => deps.database.transaction((tx) => tx.adminAudit.add(entry))

    async function recordGuess(request: FastifyRequest): Promise<void> {
      const guess = { actor: guesserOf(request), action: `${action}_failed` }
      const entry = toEntry(request, guess, deps.clock.now())
      // Address first: whatever the name contains, a pattern that matches from the left finds the right one.
      deps.log.warn({ address: entry.ipAddress, user: entry.actorName, action }, 'login failed')
      await add(entry).catch((err) => deps.log.error({ err, action }, 'an entry of the admin log was lost'))
    }

    return {
      async onChange(tx, request, result) {
        // A login counts when it is complete; of several transactions of one request the first gets the entry.
        if (action === 'login' || request.changeAudited) return
        const actor = actorOf(request) ?? (isActor(result) ? result : undefined)
        if (actor !== undefined) await tx.adminAudit.add(toEntry(request, { actor, action, result }, deps.clock.now()))
      },

      async onAnswer(request, reply) {
        const code = request.failure?.code
        if (code !== undefined && guesses.includes(code)) return recordGuess(request)
        const actor = actorOf(request)
        if (reply.statusCode >= 400 || actor === undefined) return
        if (request.changeAudited && action !== 'login') return
        // Without an entry there is neither a session nor an export.
        await add(toEntry(request, { actor, action }, deps.clock.now())).catch((error: unknown) => {
          for (const name of ['set-cookie', 'content-disposition']) reply.removeHeader(name)
          throw error
        })
      },
    }
  }
