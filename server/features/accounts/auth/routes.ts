import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/accounts/auth.ts'
import type { Account, User } from '#server/domain/user.ts'
import type { AdminSessions } from '#server/http/access/admin-sessions.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { isFromThisMachine } from '#server/http/access/from-this-machine.ts'
import { lacksSecondFactor } from '#server/http/access/lacks-second-factor.ts'
import { requestHost } from '#server/http/access/request-host.ts'
import type { Exchange, Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { changePassword } from './change-password.ts'
import { confirmPassword } from './confirm-password.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { login } from './login.ts'
import { rankPassword } from './rank-password.ts'
import { needsSetupCode } from './setup-code.ts'
import { setupInitialAdmin } from './setup-initial-admin.ts'

const missingFactor = async (deps: Deps, user: User) =>
  (await lacksSecondFactor(deps, user)) && { secondFactorMissing: true as const }

/** Starts a new session after a correct password. */
const startSession =
  (sessions: AdminSessions) =>
  async ({ deps, request, reply }: Exchange & { readonly deps: Deps }, account: Account) => {
    const csrfToken = await sessions.start(request, reply, account)
    request.auditActor = account.user
    return { success: true as const, user: account.user, csrfToken, ...(await missingFactor(deps, account.user)) }
  }

const addressOf = (request: FastifyRequest) => countedAddress(clientAddress(request))

export function authRoutes(route: Route, sessions: AdminSessions): void {
  sessionRoutes(route, sessions)
  passwordRoutes(route, sessions)
}

function sessionRoutes(route: Route, sessions: AdminSessions): void {
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
    return started(call, await setupInitialAdmin(deps, { ...body, ...from }))
  })

  route(contract.login, async (call) => {
    const { deps, body, request } = call
    const from = { address: addressOf(request), host: requestHost(request, deps.config) }
    return started(call, await login(deps, { ...body, ...from }))
  })

  route(contract.logout, async ({ caller, request, reply }) => {
    if (caller) await request.session.destroy()
    sessions.forget(reply)
    return null
  })

  route(contract.getCsrfToken, async ({ deps, caller, request }) => ({
    csrfToken: sessions.csrfToken(request),
    user: caller,
    ...(await missingFactor(deps, caller)),
    contentVersion: await deps.database.changes.version(),
  }))

  route(contract.endOtherSessions, async ({ deps, caller, request }) => {
    await endOtherSessions(deps, { user: caller, keepSession: sessions.digestOf(request) })
    return { success: true as const, message: 'All other sessions of the account have ended' }
  })
}

function passwordRoutes(route: Route, sessions: AdminSessions): void {
  const started = startSession(sessions)

  route(contract.confirmPassword, async ({ deps, body, caller, request }) => {
    await confirmPassword(deps, { ...body, user: caller, address: addressOf(request) })
    await sessions.confirm(request)
    return { success: true as const, message: 'The password is right' }
  })

  route(contract.rankPassword, async ({ deps, body, caller }) => ({
    success: true as const,
    rank: await rankPassword(deps, { ...body, caller }),
  }))

  route(contract.changePassword, async (call) => {
    const address = addressOf(call.request)
    const account = await changePassword(call.deps, { ...call.body, user: call.caller, address })
    return { ...(await started(call, account)), message: 'The password was changed; all other sessions have ended' }
  })
}
