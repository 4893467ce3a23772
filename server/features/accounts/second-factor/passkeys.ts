import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Passkey, PasskeyCredential } from '#server/ports/accounts/second-factors.ts'

// Loaded for the first passkey: it brings certificate parsers that nothing else needs.
const library = () => import('@simplewebauthn/server')

/** Where a passkey is made or used: it belongs to the host name, whatever the port. */
interface PasskeyPlace {
  readonly host: string
  /** Base64url. */
  readonly challenge: string
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
/** As the library has it. */
const credentialOf = ({ credentialId, publicKey, counter, transports }: PasskeyCredential) => ({
  id: credentialId,
  publicKey: bytes(publicKey),
  counter,
  transports: transports as AuthenticatorTransport[],
})

/** What the browser's answer must contain; undefined when it comes from somewhere else. */
function expectedOf({ host, challenge }: PasskeyPlace, answer: object) {
  const expectedOrigin = originOf(answer, host)
  if (expectedOrigin === undefined) return undefined
  return { expectedOrigin, expectedChallenge: challenge, expectedRPID: host, requireUserVerification: false }
}

export async function creationOptions(
  { host, challenge }: PasskeyPlace,
  { siteName, user, known }: { siteName: string; user: { id: number; username: string }; known: readonly Passkey[] },
): Promise<object> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: host,
    challenge: bytes(challenge),
    userID: new Uint8Array(Buffer.from(String(user.id))),
    userName: user.username,
    attestationType: 'none',
    excludeCredentials: known.map(credentialOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

export async function requestOptions({ host, challenge }: PasskeyPlace, known: readonly Passkey[]): Promise<object> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: host,
    challenge: bytes(challenge),
    allowCredentials: known.map(credentialOf),
    userVerification: 'preferred',
  })
}

/** undefined unless the browser made it at this place. */
export async function checkCreation(place: PasskeyPlace, attestation: object): Promise<PasskeyCredential | undefined> {
  const { verifyRegistrationResponse } = await library()
  const expected = expectedOf(place, attestation)
  if (expected === undefined) return undefined
  const response = attestation as RegistrationResponseJSON
  const result = await verifyRegistrationResponse({ response, ...expected }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** The new counter of the passkey; undefined unless it signed the challenge at this place. */
export async function checkAssertion(
  place: PasskeyPlace,
  { assertion, passkey }: { assertion: object; passkey: Passkey },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const expected = expectedOf(place, assertion)
  if (expected === undefined) return undefined
  const response = assertion as AuthenticationResponseJSON
  const credential = credentialOf(passkey)
  const result = await verifyAuthenticationResponse({ response, credential, ...expected }).catch(() => undefined)
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
  const { response }: { response?: { clientDataJSON?: unknown } } = answer
  if (typeof response?.clientDataJSON !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const { challenge, origin }: { challenge?: unknown; origin?: unknown } = parsed
    return {
      ...(typeof challenge === 'string' && { challenge }),
      ...(typeof origin === 'string' && { origin }),
    }
  } catch {
    return undefined
  }
}
