import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAllowed, rolesOf, type SessionAccess } from '#contract/operation/access.ts'
import type { Callers, SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Guard } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { AdminSessions } from './admin-sessions.ts'
import { lacksSecondFactor } from './lacks-second-factor.ts'

const readMethods = ['GET', 'HEAD', 'OPTIONS']

/** How long a password entry counts for operations that ask for it again (D52). */
const confirmedMs = 10 * 60_000

type AccessDeps = Pick<Deps, 'clock' | 'settings' | 'database'>

function requireCsrfToken(sessions: AdminSessions, request: FastifyRequest): void {
  if (readMethods.includes(request.method) || sessions.csrfMatches(request)) return
  throw new AppError('CSRF_INVALID', 'The header X-CSRF-Token is missing or does not belong to this session')
}

/** Whether the session's password was entered recently enough. */
export const isConfirmed = ({ clock }: Pick<Deps, 'clock'>, { session: { confirmedAt } }: FastifyRequest): boolean =>
  confirmedAt !== undefined && clock.now().getTime() - Date.parse(confirmedAt) < confirmedMs

function requireConfirmation(deps: AccessDeps, request: FastifyRequest): void {
  if (!request.routeOptions.config.operation?.confirmed || isConfirmed(deps, request)) return
  throw new AppError('REAUTHENTICATION_REQUIRED', 'Enter the password again first (POST /auth/confirm)')
}

async function requireFactor(deps: AccessDeps, request: FastifyRequest, user: SessionUser): Promise<void> {
  if (request.routeOptions.config.operation?.withoutFactor || !(await lacksSecondFactor(deps, user))) return
  throw new AppError('SECOND_FACTOR_MISSING', 'Set up a second factor first (POST /api/admin/account/factors/totp)')
}

/**
 * Checks the session, the CSRF token, the second factor, the role and how recently the password was entered, in this order, before the body
 * is read (D3, D26, D52). This is the only place that makes a SessionUser.
 */
export function adminGuards(sessions: AdminSessions, deps: AccessDeps): { readonly [A in SessionAccess]: Guard<A> } {
  async function find(request: FastifyRequest, reply: FastifyReply): Promise<SessionUser | undefined> {
    reply.header('cache-control', 'no-store')
    const account = await sessions.find(request)
    if (account !== undefined) requireCsrfToken(sessions, request)
    return account?.user as SessionUser | undefined
  }

  async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<SessionUser> {
    const user = await find(request, reply)
    if (user === undefined) throw new AppError('SESSION_REQUIRED', 'Log in first: there is no session, or it has ended')
    return user
  }

  const requireRole =
    <A extends SessionAccess>(access: A) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<NonNullable<Callers[A]>> => {
      const user = await requireSession(request, reply)
      if (user.requiresPasswordChange) {
        throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Change the password first (POST /auth/change-password)')
      }
      await requireFactor(deps, request, user)
      if (!isAllowed(access, user.role)) {
        throw new AppError('ROLE_REQUIRED', `This needs the role ${rolesOf[access].join(' or ')}, not ${user.role}`)
      }
      requireConfirmation(deps, request)
      return user as NonNullable<Callers[A]>
    }

  return {
    session: (request, reply) =>
      request.routeOptions.config.operation?.sessionOptional ? find(request, reply) : requireSession(request, reply),
    auditor: requireRole('auditor'),
    oversight: requireRole('oversight'),
    moderator: requireRole('moderator'),
    admin: requireRole('admin'),
  }
}
