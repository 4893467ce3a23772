import * as contract from '#contract/accounts/second-factor.ts'
import type { SessionUser } from '#server/domain/caller.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError, orThrow } from '#server/domain/errors.ts'
import { chatModeration } from '#server/features/accounts/chat/bind-chat.ts'
import type { AdminSessions } from '#server/http/access/admin-sessions.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { requestHost } from '#server/http/access/request-host.ts'
import type { Route } from '#server/http/route.ts'
import type { Passkey, SecondFactor } from '#server/ports/accounts/second-factors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { accountOfChallenge, addChallenge } from './challenges.ts'
import {
  deleteFactor,
  factorName,
  isInUse,
  isPasskey,
  makeRecoveryCodes,
  renameFactor,
  renewRecoveryCodes,
} from './factors.ts'
import { challengeOf, checkCreation, creationOptions } from './passkeys.ts'
import { finishLogin } from './second-step.ts'
import { addTotp, confirmTotp } from './totp.ts'

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
    const device = waiting && sessions.deviceOf(request, waiting.user.username)
    const account = await finishLogin(deps, { ...body, address, device, host: requestHost(request, deps.config) })
    const csrfToken = await sessions.start(request, reply, account)
    return { user: account.user, csrfToken, ...chatModeration(deps) }
  })
}

function factorRoutes(route: Route): void {
  route(contract.listFactors, async ({ deps, caller }) => {
    const { secondFactors } = deps.database
    const factors = (await secondFactors.ofUser(caller.id)).filter(isInUse).map(present)
    return { factors, recoveryCodesLeft: (await secondFactors.recoveryCodes(caller.id)).length }
  })

  route(contract.renewRecoveryCodes, async ({ deps, caller }) => ({
    recoveryCodes: await renewRecoveryCodes(deps, caller),
  }))

  route(contract.renameFactor, async ({ deps, params, body, caller }) => ({
    factor: present(await renameFactor(deps, { ...body, user: caller, id: params.id })),
  }))

  route(contract.deleteFactor, async ({ deps, params, caller }) => {
    await deleteFactor(deps, { user: caller, id: params.id })
    return { message: 'The second factor was removed' }
  })
}

function totpRoutes(route: Route, sessions: AdminSessions): void {
  route(contract.addTotp, ({ deps, caller }) => addTotp(deps, caller))

  route(contract.confirmTotp, async ({ deps, body, caller, request }) => {
    const keepSession = sessions.digestOf(request)
    const { factor, recoveryCodes } = await confirmTotp(deps, { ...body, user: caller, keepSession })
    return { factor: present(factor), recoveryCodes }
  })
}

function passkeyRoutes(route: Route, sessions: AdminSessions): void {
  route(contract.beginPasskey, async ({ deps, caller, request }) => ({
    options: await beginPasskey(deps, { user: caller, host: requestHost(request, deps.config) }),
  }))

  route(contract.addPasskey, async ({ deps, body, caller, request }) => {
    const keepSession = sessions.digestOf(request)
    const host = requestHost(request, deps.config)
    const added = await addPasskey(deps, { ...body, user: caller, host, keepSession })
    return { ...added, factor: present(added.factor) }
  })
}

/** What the browser needs to make a passkey; `addPasskey` takes it within five minutes. */
async function beginPasskey(
  deps: Pick<Deps, 'database' | 'settings' | 'clock'>,
  { user, host }: { user: SessionUser; host: string },
): Promise<object> {
  const account = await deps.database.users.find(user.id)
  if (account === undefined) throw new AppError('SESSION_REQUIRED', 'The account is gone')
  const challenge = await addChallenge(deps, { account, purpose: 'passkey' })
  const known = (await deps.database.secondFactors.ofUser(user.id)).filter(isPasskey)
  const { siteName } = deps.settings.current
  return creationOptions({ host, challenge }, { siteName, user, known })
}

const invalid = () =>
  new AppError('INVALID_PASSKEY', 'The passkey could not be checked: it is broken, for another host, or took too long')

interface NewPasskeyInput {
  readonly user: SessionUser
  readonly name?: string
  readonly attestation: object
  readonly host: string
  readonly keepSession: string
}

/**
 * Takes a passkey into use; the account's first factor comes with recovery codes. All sessions but `keepSession` end.
 * AppError INVALID_PASSKEY, PASSKEY_EXISTS, TEXT_TOO_LONG.
 */
async function addPasskey(
  deps: Pick<Deps, 'database' | 'clock'>,
  { user, name, attestation, host, keepSession }: NewPasskeyInput,
): Promise<{ factor: Passkey; recoveryCodes?: string[] }> {
  const shownName = factorName(name) ?? 'Passkey'
  const challenge = challengeOf(attestation) ?? ''
  const account = await accountOfChallenge(deps, { challenge, purpose: 'passkey' })
  if (account?.user.id !== user.id) throw invalid()
  const made = orThrow(await checkCreation({ host, challenge }, attestation), invalid)
  return deps.database.transaction(async (tx) => {
    await tx.serviceState.lock('accounts')
    if ((await tx.secondFactors.takeChallenge(digest(challenge))) === undefined) throw invalid()
    const isFirst = !(await tx.secondFactors.ofUser(user.id)).some(isInUse)
    const createdAt = deps.clock.now().toISOString()
    const factor = await tx.secondFactors.addPasskey({ ...made, userId: user.id, name: shownName, createdAt })
    if (factor === undefined) throw new AppError('PASSKEY_EXISTS', 'This passkey is in use already')
    await tx.sessions.removeOfUser(user.id, keepSession)
    await tx.withdrawals.add({ kind: 'second_factor_changed', userId: user.id })
    if (!isFirst) return { factor }
    const { codes, digests } = makeRecoveryCodes(user.id)
    await tx.secondFactors.replaceRecoveryCodes(user.id, digests)
    return { factor, recoveryCodes: codes }
  })
}
