import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { ApiError, isCode } from '#web/api/api-error.ts'
import { passkeyRefusal } from '#web/features/admin/shared/auth/passkey-refusal.ts'

/** A login with a correct password that waits for its second factor. */
export interface WaitingLogin {
  readonly challenge: string
  readonly passkey?: unknown
}

export const waitingLogin = (error: unknown): WaitingLogin | undefined => {
  if (!(error instanceof ApiError) || !isCode(error, 'SECOND_FACTOR_REQUIRED')) return undefined
  const { challenge, passkey } = error.details
  return typeof challenge === 'string' ? { challenge, passkey } : undefined
}

/** Browsers offer passkeys on secure pages only. */
export const passkeyRequest = ({ passkey }: WaitingLogin) =>
  window.isSecureContext && passkey !== undefined ? (passkey as PublicKeyCredentialRequestOptionsJSON) : undefined

export const signWithPasskey = async (login: WaitingLogin): Promise<object> => {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: login.passkey as PublicKeyCredentialRequestOptionsJSON }).catch(
    (error: unknown) => {
      throw passkeyRefusal(error)
    },
  )
}
