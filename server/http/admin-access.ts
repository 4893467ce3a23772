import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admin } from '#server/domain/caller.ts'
import { AppError } from '#server/errors.ts'
import type { AdminSessions } from './admin-sessions.ts'
import type { Guard } from './route.ts'

const readMethods = ['GET', 'HEAD', 'OPTIONS']

/** Session, then CSRF token, then what the user may do; all before the body is read (D3, D26, D28). */
export function adminGuards(sessions: AdminSessions): {
  session: Guard<'session'>
  auditor: Guard<'auditor'>
  admin: Guard<'admin'>
} {
  async function find(request: FastifyRequest, reply: FastifyReply): Promise<Admin | undefined> {
    reply.header('cache-control', 'no-store')
    const account = await sessions.find(request)
    if (account === undefined) return undefined
    if (!readMethods.includes(request.method) && !sessions.csrfMatches(request)) {
      throw new AppError('CSRF_INVALID', 'The header X-CSRF-Token is missing or does not belong to this session')
    }
    return account.user
  }

  async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<Admin> {
    const user = await find(request, reply)
    if (user === undefined) throw new AppError('SESSION_REQUIRED', 'Log in first: there is no session, or it has ended')
    return user
  }

  async function auditor(request: FastifyRequest, reply: FastifyReply): Promise<Admin> {
    const user = await requireSession(request, reply)
    if (user.requiresPasswordChange) {
      throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Change the password first (POST /auth/change-password)')
    }
    return user
  }

  return {
    session: (request, reply) =>
      request.routeOptions.config.operation?.sessionOptional ? find(request, reply) : requireSession(request, reply),
    auditor,
    async admin(request, reply) {
      const user = await auditor(request, reply)
      if (user.role !== 'admin') throw new AppError('ROLE_REQUIRED', `This needs the role admin, not ${user.role}`)
      return user
    },
  }
}
