import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/accounts/auth.ts'
import { isCommonPassword } from '#server/domain/accounts/common-passwords.ts'
import type { Account, User } from '#server/domain/accounts/user.ts'
import { AppError } from '#server/domain/errors.ts'
import { chatModeration } from '#server/features/accounts/chat/bind-chat.ts'
import { requireSecondFactor } from '#server/features/accounts/second-factor/second-step.ts'
import { isConfirmed } from '#server/http/access/admin-access.ts'
import type { AdminSessions } from '#server/http/access/admin-sessions.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { lacksSecondFactor } from '#server/http/access/lacks-second-factor.ts'
import { requestHost } from '#server/http/access/request-host.ts'
import { isFromThisMachine } from '#server/http/access/this-machine.ts'
import type { Exchange, Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { failedLoginsOf, type LoginAttempt } from './failed-logins.ts'
import { changePassword, confirmPassword, rankPassword } from './passwords.ts'
import { needsSetupCode, setupInitialAdmin } from './setup.ts'

const missingFactor = async (deps: Deps, user: User) =>
  (await lacksSecondFactor(deps, user)) && { secondFactorMissing: true as const }

const startSession =
  (sessions: AdminSessions) =>
  async ({ deps, request, reply }: Exchange & { readonly deps: Deps }, account: Account, password: string) => {
    const csrfToken = await sessions.start(request, reply, account)
    request.auditActor = account.user
    return {
      user: account.user,
      csrfToken,
      ...(await missingFactor(deps, account.user)),
      ...chatModeration(deps),
      ...(isCommonPassword(password) && { passwordIsCommon: true as const }),
    }
  }

const addressOf = (request: FastifyRequest) => countedAddress(clientAddress(request))

export function authRoutes(route: Route, sessions: AdminSessions): void {
  setupRoutes(route, sessions)
  sessionRoutes(route, sessions)
  passwordRoutes(route, sessions)
}

function setupRoutes(route: Route, sessions: AdminSessions): void {
  const started = startSession(sessions)

  route(contract.setupStatus, async ({ deps, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return {
      needsSetup: !(await deps.database.users.any()),
      hasSession: (await sessions.find(request)) !== undefined,
      needsSetupCode: needsSetupCode(deps, { isLocal: isFromThisMachine(request, deps.config) }),
    }
  })

  route(contract.setupInitialAdmin, async (call) => {
    const { deps, body, request } = call
    const from = { address: addressOf(request), isLocal: isFromThisMachine(request, deps.config) }
    return started(call, await setupInitialAdmin(deps, { ...body, ...from }), body.password)
  })
}

function sessionRoutes(route: Route, sessions: AdminSessions): void {
  const started = startSession(sessions)

  route(contract.login, async (call) => {
    const { deps, body, request } = call
    const device = sessions.deviceOf(request, body.username)
    const from = { address: addressOf(request), device, host: requestHost(request, deps.config) }
    return started(call, await login(deps, { ...body, ...from }), body.password)
  })

  route(contract.logout, async ({ caller, request, reply }) => {
    if (caller) await request.session.destroy()
    sessions.forget(reply)
    return null
  })

  route(contract.getCsrfToken, async ({ deps, caller, scope, request }) => ({
    csrfToken: sessions.csrfToken(request),
    user: caller,
    ...(await missingFactor(deps, caller)),
    ...chatModeration(deps),
    isConfirmed: isConfirmed(deps, request),
    contentVersion: await deps.database.changes.versionOf(scope),
  }))

  route(contract.endOtherSessions, async ({ deps, caller, request }) => {
    const keepSession = sessions.digestOf(request)
    await deps.database.transaction((tx) => tx.sessions.removeOfUser(caller.id, keepSession))
    return { message: 'All other sessions of the account have ended' }
  })
}

function passwordRoutes(route: Route, sessions: AdminSessions): void {
  const started = startSession(sessions)

  const attemptOf = (request: FastifyRequest, { username }: User) => ({
    address: addressOf(request),
    device: sessions.deviceOf(request, username),
  })

  route(contract.confirmPassword, async ({ deps, body, caller, request }) => {
    await confirmPassword(deps, { ...body, user: caller, ...attemptOf(request, caller) })
    await sessions.confirm(request)
    return { message: 'The password is right' }
  })

  route(contract.rankPassword, async ({ deps, body, caller }) => ({
    rank: await rankPassword(deps, { ...body, caller }),
  }))

  route(contract.changePassword, async (call) => {
    const from = attemptOf(call.request, call.caller)
    const account = await changePassword(call.deps, { ...call.body, user: call.caller, ...from })
    const answer = await started(call, account, call.body.newPassword)
    return { ...answer, message: 'The password was changed; all other sessions have ended' }
  })
}

/**
 * The same answer, after the same time, for a wrong password and for a user who does not exist or is disabled (D25).
 * AppError SETUP_REQUIRED, LOGIN_FAILED,
 * SECOND_FACTOR_REQUIRED, RATE_LIMITED.
 */
async function login(
  deps: Pick<Deps, 'database' | 'passwords' | 'counters' | 'clock' | 'secretBox'>,
  { username, password, host, ...from }: LoginAttempt & { username: string; password: string; host: string },
): Promise<Account> {
  const { database, passwords } = deps
  if (!(await database.users.any())) {
    throw new AppError('SETUP_REQUIRED', 'No admin exists yet: set up the first one (POST /auth/setup/initial-admin)')
  }
  const failures = failedLoginsOf(deps, { username, ...from })
  const account = await failures.attempt(
    async () => {
      const found = await database.users.findByName(username)
      const matches = await passwords.verify(found?.passwordHash, password)
      return matches && !found?.disabled && found
    },
    () => new AppError('LOGIN_FAILED', 'User name or password is wrong'),
  )
  await requireSecondFactor(deps, { account, host, passwordIsCommon: isCommonPassword(password) })
  await failures.forget()
  return account
}
