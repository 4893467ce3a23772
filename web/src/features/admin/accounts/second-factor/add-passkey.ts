import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { passkeyRefusal } from '#web/features/admin/shared/auth/passkey-refusal.ts'

/** Has the browser make a passkey, and takes it into use. */
export async function addPasskey(name: string) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options } = await adminCall('POST /api/admin/account/factors/passkeys/options')
  const attestation = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  }).catch((error: unknown) => {
    throw passkeyRefusal(error)
  })
  return adminCall('POST /api/admin/account/factors/passkeys', { body: { name, attestation } })
}
