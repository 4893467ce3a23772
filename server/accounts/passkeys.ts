import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Passkey } from '#server/ports/accounts/second-factors.ts'

// Loaded when the first passkey is asked for: it brings parsers of certificates that nothing else needs.
const library = () => import('@simplewebauthn/server')

/** Where a passkey is made or used: it belongs to the host name, whatever the port. */
export interface PasskeyPlace {
  readonly host: string
  /** Base64url. */
  readonly challenge: string
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const transportsOf = ({ transports }: Passkey) => transports as AuthenticatorTransport[]
const descriptorOf = (passkey: Passkey) => ({ id: passkey.credentialId, transports: transportsOf(passkey) })

export async function creationOptions(
  { host, challenge }: PasskeyPlace,
  { user, known }: { user: { id: number; username: string }; known: readonly Passkey[] },
): Promise<object> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Werkschau',
    rpID: host,
    challenge: bytes(challenge),
    userID: new Uint8Array(Buffer.from(String(user.id))),
    userName: user.username,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

export async function requestOptions({ host, challenge }: PasskeyPlace, known: readonly Passkey[]): Promise<object> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: host,
    challenge: bytes(challenge),
    allowCredentials: known.map(descriptorOf),
    userVerification: 'preferred',
  })
}

/** undefined unless the browser made it at this place. */
export async function checkCreation(
  { host, challenge }: PasskeyPlace,
  attestation: object,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await library()
  const expectedOrigin = originOf(attestation, host)
  if (expectedOrigin === undefined) return undefined
  const result = await verifyRegistrationResponse({
    response: attestation as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID: host,
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** The new counter of the passkey; undefined unless it signed the challenge at this place. */
export async function checkAssertion(
  { host, challenge }: PasskeyPlace,
  { assertion, passkey }: { assertion: object; passkey: Passkey },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const expectedOrigin = originOf(assertion, host)
  if (expectedOrigin === undefined) return undefined
  const result = await verifyAuthenticationResponse({
    response: assertion as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID: host,
    requireUserVerification: false,
    credential: {
      id: passkey.credentialId,
      publicKey: bytes(passkey.publicKey),
      counter: passkey.counter,
      transports: transportsOf(passkey),
    },
  }).catch(() => undefined)
  return result?.verified ? result.authenticationInfo.newCounter : undefined
}

/** The challenge that the browser answered; undefined when there is none. */
export const challengeOf = (answer: object): string | undefined => clientData(answer)?.challenge

/**
 * The page's origin, where it is of the host: proxies change ports, so only the name counts. Browsers make passkeys over
 * HTTPS, and on the machine itself.
 */
function originOf(answer: object, host: string): string | undefined {
  const { origin = '' } = clientData(answer) ?? {}
  if (!URL.canParse(origin)) return undefined
  const { protocol, hostname } = new URL(origin)
  const secure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  return secure && hostname === host ? origin : undefined
}

function clientData(answer: object): { challenge?: string; origin?: string } | undefined {
  const { response } = answer as { response?: { clientDataJSON?: unknown } }
  if (typeof response?.clientDataJSON !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const { challenge, origin } = parsed as Record<string, unknown>
    return {
      ...(typeof challenge === 'string' && { challenge }),
      ...(typeof origin === 'string' && { origin }),
    }
  } catch {
    return undefined
  }
}
