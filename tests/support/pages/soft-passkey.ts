import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A security key in software: makes one passkey (ES256, attestation "none") and signs with it. */
export function softPasskey({ host = '127.0.0.1', origin = 'https://127.0.0.1' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(flags: number, attested: Buffer = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter++)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested])
  }

  /** `RegistrationResponseJSON` to the options of `beginPasskey`. */
  function create({ challenge }: { challenge: string }) {
    // COSE: EC2, ES256, P-256.
    const key = Buffer.concat([
      hex('a5 01 02 03 26 20 01 21 58 20'),
      Buffer.from(x, 'base64url'),
      hex('22 58 20'),
      Buffer.from(y, 'base64url'),
    ])
    const data = authenticatorData(0x41, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]))
    // { fmt: "none", attStmt: {}, authData }
    const attestation = Buffer.concat([
      hex('a3 63 666d74 64 6e6f6e65 67 61747453746d74 a0 68 6175746844617461 58'),
      Buffer.from([data.length]),
      data,
    ])
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** `AuthenticationResponseJSON` to the options of a login. */
  function get({ challenge }: { challenge: string }) {
    const data = authenticatorData(0x01)
    const client = clientData('webauthn.get', challenge)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
  }
  return { create, get }
}
