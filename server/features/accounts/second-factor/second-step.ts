import type { Account } from '#server/domain/accounts/user.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError, invalidBody, orThrow } from '#server/domain/errors.ts'
import { failedStepsOf, type LoginAttempt } from '#server/features/accounts/auth/failed-logins.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import { accountOfChallenge, addChallenge } from './challenges.ts'
import { isInUse, isPasskey, isTotp, recoveryDigest } from './factors.ts'
import { checkAssertion, requestOptions } from './passkeys.ts'
import { isReadable, stepOfCode } from './totp.ts'

/**
 * After a right password: lets accounts without a second factor through. AppError SECOND_FACTOR_REQUIRED with the
 * challenge that `finishLogin` takes (D53).
 */
export async function requireSecondFactor(
  deps: Pick<Deps, 'database' | 'clock' | 'secretBox'>,
  { account, host, passwordIsCommon }: { account: Account; host: string; passwordIsCommon: boolean },
): Promise<void> {
  const factors = (await deps.database.secondFactors.ofUser(account.user.id)).filter(isInUse)
  if (factors.length === 0) return
  const challenge = await addChallenge(deps, { account, purpose: 'login' })
  const passkeys = factors.filter(isPasskey)
  const codes = await deps.database.secondFactors.recoveryCodes(account.user.id)
  const methods = [
    ...(factors.filter(isTotp).some((totp) => isReadable(deps, totp)) ? ['totp'] : []),
    ...(passkeys.length > 0 ? ['passkey'] : []),
    ...(codes.length > 0 ? ['recovery_code'] : []),
  ]
  throw new AppError('SECOND_FACTOR_REQUIRED', 'The password is right; the second factor is still needed', {
    details: {
      challenge,
      methods,
      ...(passwordIsCommon && { passwordIsCommon }),
      ...(passkeys.length > 0 && { passkey: await requestOptions({ host, challenge }, passkeys) }),
    },
  })
}

type FinishDeps = Pick<Deps, 'database' | 'clock' | 'counters' | 'secretBox'>

interface SecondStep extends Omit<LoginAttempt, 'username'> {
  readonly challenge: string
  readonly code?: string
  readonly assertion?: object
  /** Of the request, without its port. */
  readonly host: string
}

/** Uses the factor up, so that the same code or signature works once; false when another request was faster. */
type Use = (tx: Transaction) => Promise<boolean>

const failed = () => new AppError('SECOND_FACTOR_FAILED', 'The code or the passkey is not right, or was used already')
const ended = () => new AppError('CHALLENGE_ENDED', 'This login took too long or has been ended already: log in again')

/**
 * The second step of a login (D53); a wrong one counts as a failed login. AppError INVALID_BODY, CHALLENGE_ENDED,
 * SECOND_FACTOR_FAILED, RATE_LIMITED.
 */
export async function finishLogin(deps: FinishDeps, step: SecondStep): Promise<Account> {
  if ((step.code === undefined) === (step.assertion === undefined)) {
    throw invalidBody('code', 'Either code or assertion is needed')
  }
  const account = orThrow(await accountOfChallenge(deps, { challenge: step.challenge, purpose: 'login' }), ended)
  const { username, id } = account.user
  const failures = failedStepsOf(deps, { ...step, username }, id)
  const use = await failures.attempt(() => checkStep(deps, account, step), failed)
  await deps.database.transaction(async (tx) => {
    if ((await tx.secondFactors.takeChallenge(digest(step.challenge))) === undefined) throw ended()
    if (!(await use(tx))) throw failed()
  })
  await failures.forget()
  return { ...account, hasUsedFactor: true }
}

async function checkStep(deps: FinishDeps, { user }: Account, step: SecondStep): Promise<Use | undefined> {
  if (step.assertion !== undefined) return checkPasskey(deps, user.id, { ...step, assertion: step.assertion })
  const code = (step.code ?? '').replace(/\s/g, '')
  if (/^\d{6}$/.test(code)) return checkTotp(deps, user.id, code)
  const codeDigest = recoveryDigest(user.id, code)
  const isKnown = (await deps.database.secondFactors.recoveryCodes(user.id)).includes(codeDigest)
  return isKnown ? (tx) => tx.secondFactors.useRecoveryCode(user.id, codeDigest) : undefined
}

async function checkTotp(deps: FinishDeps, userId: number, code: string): Promise<Use | undefined> {
  const totps = (await deps.database.secondFactors.ofUser(userId)).filter(isTotp).filter(isInUse)
  for (const totp of totps) {
    const step = await stepOfCode(deps, totp, code)
    if (step !== undefined) {
      return (tx) => tx.secondFactors.useTotp(totp.id, { step, at: deps.clock.now().toISOString() })
    }
  }
  return undefined
}

async function checkPasskey(
  deps: FinishDeps,
  userId: number,
  { assertion, host, challenge }: SecondStep & { assertion: object },
): Promise<Use | undefined> {
  const { id }: { id?: unknown } = assertion
  const passkeys = (await deps.database.secondFactors.ofUser(userId)).filter(isPasskey)
  const passkey = passkeys.find(({ credentialId }) => credentialId === id)
  if (passkey === undefined) return undefined
  const counter = await checkAssertion({ host, challenge }, { assertion, passkey })
  if (counter === undefined) return undefined
  return (tx) => tx.secondFactors.usePasskey(passkey.id, { counter, at: deps.clock.now().toISOString() })
}
