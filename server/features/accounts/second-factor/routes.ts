import * as contract from '#contract/accounts/second-factor.ts'
import type { AdminSessions } from '#server/http/access/admin-sessions.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { requestHost } from '#server/http/access/request-host.ts'
import type { Route } from '#server/http/route.ts'
import type { SecondFactor } from '#server/ports/accounts/second-factors.ts'
import { addPasskey } from './add-passkey.ts'
import { addTotp } from './add-totp.ts'
import { beginPasskey } from './begin-passkey.ts'
import { accountOfChallenge } from './challenges.ts'
import { confirmTotp } from './confirm-totp.ts'
import { deleteFactor } from './delete-factor.ts'
import { finishLogin } from './finish-login.ts'
import { renameFactor } from './rename-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { isInUse } from './require-second-factor.ts'

const success = true as const

const present = ({ id, type, name, createdAt, lastUsedAt }: SecondFactor): contract.Factor => ({
  id,
  type,
  name,
  createdAt,
  lastUsedAt,
})

export function secondFactorRoutes(route: Route, sessions: AdminSessions): void {
  factorRoutes(route)
  totpRoutes(route, sessions)
  passkeyRoutes(route, sessions)

  route(contract.finishLogin, async ({ deps, body, request, reply }) => {
    const address = countedAddress(clientAddress(request))
    const waiting = await accountOfChallenge(deps, { challenge: body.challenge, purpose: 'login' })
    request.auditActor = waiting?.user
    const account = await finishLogin(deps, { ...body, address, host: requestHost(request, deps.config) })
    return { success, user: account.user, csrfToken: await sessions.start(request, reply, account) }
  })
}

function factorRoutes(route: Route): void {
  route(contract.listFactors, async ({ deps, caller }) => {
    const { secondFactors } = deps.database
    const factors = (await secondFactors.ofUser(caller.id)).filter(isInUse).map(present)
    return { success, factors, recoveryCodesLeft: (await secondFactors.recoveryCodes(caller.id)).length }
  })

  route(contract.renewRecoveryCodes, async ({ deps, caller }) => ({
    success,
    recoveryCodes: await renewRecoveryCodes(deps, caller),
  }))

  route(contract.renameFactor, async ({ deps, params, body, caller }) => ({
    success,
    factor: present(await renameFactor(deps, { user: caller, id: params.id, ...body })),
  }))

  route(contract.deleteFactor, async ({ deps, params, caller }) => {
    await deleteFactor(deps, { user: caller, id: params.id })
    return { success, message: 'The second factor was removed' }
  })
}

function totpRoutes(route: Route, sessions: AdminSessions): void {
  route(contract.addTotp, async ({ deps, caller }) => ({ success, ...(await addTotp(deps, caller)) }))

  route(contract.confirmTotp, async ({ deps, body, caller, request }) => {
    const keepSession = sessions.digestOf(request)
    const { factor, recoveryCodes } = await confirmTotp(deps, { ...body, user: caller, keepSession })
    return { success, factor: present(factor), recoveryCodes }
  })
}

function passkeyRoutes(route: Route, sessions: AdminSessions): void {
  route(contract.beginPasskey, async ({ deps, caller, request }) => ({
    success,
    options: await beginPasskey(deps, { user: caller, host: requestHost(request, deps.config) }),
  }))

  route(contract.addPasskey, async ({ deps, body, caller, request }) => {
    const keepSession = sessions.digestOf(request)
    const host = requestHost(request, deps.config)
    const added = await addPasskey(deps, { ...body, user: caller, host, keepSession })
    return { success, ...added, factor: present(added.factor) }
  })
}
